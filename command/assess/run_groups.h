/* The groups of runs that a merged profile tells of (profile/run_sums.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_RUN_GROUPS_H
#define APROF_ASSESS_RUN_GROUPS_H

#include "profile/model.h"
#include "profile/run_sums.h"

/* How many times the least input the greatest is, at the least, if runs differ
   by it. */
#define RUN_GROUPS_RANGE 2.0

typedef struct {
   long number;
   const prof_sum *sums;              /* RUN_COSTS */
} run_group;

/* The cheapest runs first. */
typedef struct {
   const model *m;
   run_group *list;
   size_t count;                      /* 0: a profile of one run, or of several
                                         programs */
} run_groups;

/* Find the groups; run_groups_free frees them. */
run_groups run_groups_find(const model *m);
void run_groups_free(run_groups *g);

/* Find the sums of a routine (RUN_WORK) in each group; NULL where it has no part.
   Return whether there are any. */
bool run_groups_work(const run_groups *g, size_t routine, const prof_sum **work);

/* Return one of the sums as the mean of a run. */
double run_groups_mean(const prof_sum *sums, int which);

/* Set one of the sums of RUN_COSTS, as the means of each group. */
void run_groups_costs(const run_groups *g, int which, double *values);

/* Set the sizes of a routine that each run calls once; return whether it is
   one. */
bool run_groups_sizes(const run_groups *g, const prof_sum *const *work,
                      double *sizes);

/* Set the numbers that the runs have as an argument; return whether all have, and
   costlier runs have greater ones: others say something else than a size. */
bool run_groups_numbers(const run_groups *g, size_t argument, double *numbers);

/* Return whether the first run has that argument, and all before it. */
bool run_groups_has_argument(const run_groups *g, size_t argument);

/* Set what a further unit of x costs in the cheapest third of the groups, in the middle
   one and in the costliest.  Return whether x and the costs y rise from group to group;
   else nothing is set. */
enum { RUN_GROUPS_THIRDS = 3 };
bool run_groups_slopes(const double *x, const double *y, size_t count,
                       double slopes[RUN_GROUPS_THIRDS]);

/* Return whether the greatest of the values is RUN_GROUPS_RANGE times the
   least. */
bool run_groups_vary(const double *values, size_t count);

#endif
