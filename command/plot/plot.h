/* What the parts of `aprof plot` share: its options (plot/options.c), the
   profiles that it draws (plot/sources.c), and the two kinds of charts.

   A chart is written as a script for gnuplot (plot/gnuplot.h): settings, data, and
   the file of scripts/ that draws it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_H
#define APROF_PLOT_H

#include "cli/options.h"
#include "infer/infer.h"
#include "profile/model.h"

#include <stdio.h>

typedef enum {
   CHART_WORST, CHART_MEAN, CHART_BEST, CHART_WORKLOAD, CHART_TOTAL,
   CHART_VARIANCE, CHART_BOUND,
   /* From here on they are of all routines. */
   CHART_INDUCED, CHART_RICHNESS, CHART_VOLUME, CHART_SOURCES,
   CHART_CUMULATIVE,
} plot_chart;

typedef enum { AXES_LINEAR, AXES_LOG, AXES_LOG_X, AXES_LOG_Y } plot_axes;

typedef struct {
   option_list routines;             /* empty: all, in the charts of all */
   const char *metric_list, *out, *bound;
   const char *kind;                  /* of the picture, by out's suffix */
   int chart, axes;                   /* axes -1: by the data */
   bool each, open, threads, script;
   prof_metric metrics[PROF_METRICS];
   size_t metric_count;
   bool has_growth;
   growth growth;                     /* of --g */
} plot_options;

typedef struct {
   const char *file;                  /* with --each */
   model *model;
   char **labels;                     /* of the model's routines */
   size_t *found, found_count;        /* by --routine, or all */
   bool missing;                      /* nothing was found by a name */
} plot_source;

typedef struct {
   const plot_options *options;
   plot_source *sources;
   size_t source_count;
} plot;

/* NULL at the end, as choices of options. */
extern const char *const plot_chart_names[], *const plot_axes_names[];

/* Is the chart one of a routine, over the size of its input? */
bool plot_is_of_routines(const plot_options *o);

/* What follows from the options' texts, once all are read.  False: one is wrong,
   or would be without effect, though it was meant to have one; one line on
   stderr has said so. */
bool plot_options_settle(plot_options *o);

/* Reads the files: one source for all, or one for each.  False: one line on
   stderr has said why; what was read is plot_free_sources's. */
bool plot_read_sources(plot *p, char **files, size_t count, bool each);

/* Finds in each source what --routine names.  False: a name finds nothing
   anywhere, and stderr has said so. */
bool plot_find_routines(plot *p);

void plot_free_sources(plot *p);

/* The program of a source, without its folder; static text where there are
   several. */
const char *plot_program(const plot_source *s);

/* A name of each source, by program or file; the caller frees it. */
char *plot_source_name(const plot *p, size_t source);

/* Both write what the script needs but for the kind of the picture, and give
   the name of the file that draws it, in *file.  The status: not 0 where there
   is nothing to draw, and one line on stderr has said why. */
int plot_routines(const plot *p, FILE *script, const char **file);
int plot_profiles(const plot *p, FILE *script, const char **file);

#endif
