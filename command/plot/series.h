/* The series of a chart of routines: the points of one routine in one metric,
   thread and source.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_SERIES_H
#define APROF_PLOT_SERIES_H

#include "assess/verdict.h"
#include "plot/plot.h"

typedef struct {
   size_t panel;                      /* the metric's place in the options */
   size_t source, routine;
   uint64_t thread;
   prof_tuple *points;
   size_t count;
   bool judged;
   verdict verdict;                   /* of the chart's cost, if judged */
} series;

typedef struct {
   plot_chart chart;
   series *series;                    /* panel by panel */
   size_t count, room;
   size_t panels;
   bool several_routines;
   growth growth;                     /* what the chart `bound` divides by */
} series_list;

/* Fills a list of which the chart is set.  The status: not 0 where there is
   nothing to draw, and one line on stderr has said why.  series_free in either
   case. */
int series_collect(series_list *l, const plot *p);
void series_free(series_list *l);

/* What the chart draws at a point; NAN where it has nothing to draw. */
double series_value(const series_list *l, const prof_tuple *point);

#endif
