/* What the parts of `aprof plot` share: options, sources, charts.

   A chart is written as a script for gnuplot (plot/gnuplot.h): settings, data,
   and the file of scripts/ that draws it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_PLOT_H
#define APROF_PLOT_PLOT_H

#include "cli/options.h"
#include "infer/infer.h"
#include "profile/model.h"

#include <stdio.h>

typedef enum {
   CHART_WORST, CHART_MEAN, CHART_BEST, CHART_WORKLOAD, CHART_TOTAL,
   CHART_VARIANCE, CHART_BOUND,
   /* Charts of all routines. */
   CHART_INDUCED, CHART_RICHNESS, CHART_VOLUME, CHART_SOURCES,
   CHART_CUMULATIVE,
   /* Of a series of aprof what-if. */
   CHART_WHAT_IF,
} plot_chart;

typedef enum { AXES_LINEAR, AXES_LOG, AXES_LOG_X, AXES_LOG_Y } plot_axes;

typedef struct {
   option_list routines;             /* empty: all routines */
   const char *metric_list, *out, *bound;
   const char *kind;                  /* of the picture, by out's suffix */
   int chart, axes;                   /* axes -1: chosen by the data */
   bool each, open, threads, script;
   prof_metric metrics[PROF_METRICS];
   size_t metric_count;
   bool has_growth;
   growth growth;                     /* --g */
} plot_options;

typedef struct {
   const char *file;                  /* with --each */
   model *model;
   char **labels;                     /* of the model's routines */
   char **legends;                    /* the same, short, of those found */
   size_t *found, found_count;        /* by --routine, or all */
   bool missing;                      /* a name finds no routine here */
} plot_source;

typedef struct {
   const plot_options *options;
   plot_source *sources;
   size_t source_count;
} plot;

#endif
