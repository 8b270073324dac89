/* The series of a chart of routines: each is the points of a routine in one
   metric, thread and source.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_SERIES_H
#define APROF_PLOT_SERIES_H

#include "infer/infer.h"
#include "plot/plot.h"

typedef struct {
   size_t panel;                      /* index of the metric in the options */
   size_t source, routine;
   uint64_t thread;
   prof_tuple *points;
   size_t count;
   bool inferred;
   verdict verdict;                   /* on the chart's cost, if inferred */
} series;

typedef struct {
   plot_chart chart;
   series *series;                    /* by panel */
   size_t count, room;
   size_t panels;
   bool several_routines;
   growth growth;                     /* by which the chart `bound` divides */
} series_list;

/* Fill a list whose chart is set.  Return an exit status: not STATUS_DONE,
   after one line on stderr, if there is nothing to draw.  series_free in either
   case. */
int series_collect(series_list *l, const plot *p);
void series_free(series_list *l);

/* Return the value that the chart draws at a point; NAN if it draws none. */
double series_value(const series_list *l, const prof_tuple *point);

#endif
