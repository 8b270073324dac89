/* How routines grow with the input of the program, by several runs.

   A routine's own cost in a run is the number of its activations times what one
   costs.  A verdict tells of one activation: what is called more often in larger
   runs, and reads the same few cells each time, has none that tells of the run.
   The costs of the runs tell of both together (profile/run_sums.h).

   The input of a run is what it reads from outside.  If that hardly differs, it is
   that of a routine with half of the cost, if each run activates it once, or a
   number among the program's arguments: which of them has the widest range.  (The
   cells of a routine may have a constant part, such as the program's tables.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_RUN_GROWTH_H
#define APROF_ASSESS_RUN_GROWTH_H

#include "assess/run_groups.h"
#include "infer/verdict.h"

typedef struct {
   run_groups groups;
   double *input;                     /* of each group, ascending; NULL: not
                                         known */
} run_growth;

typedef struct {
   growth class;                      /* over the input; or undecided */
   double factor, low, high;          /* from the largest runs on, with the 95 %
                                         interval */
} run_prediction;

/* Find the input of the runs; run_growth_free frees what is found. */
run_growth run_growth_find(const model *m);
void run_growth_free(run_growth *g);

/* Predict by points of one run each, `scale` times as far as the largest one. */
bool run_growth_of_points(const verdict_point *points, size_t count, double scale,
                          run_prediction *p);

/* Return whether the runs tell of the routine: it has a part of their cost. */
bool run_growth_tells(const run_growth *g, size_t routine);

/* Predict the growth of one of the sums (RUN_WORK_CALLS, RUN_WORK_SELF) of a
   routine if the input is `scale` times that of the largest runs.  Return false
   if the runs do not tell. */
bool run_growth_predict(const run_growth *g, size_t routine, int which,
                        double scale, run_prediction *p);

#endif
