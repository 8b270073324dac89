/* The costs of one routine in two profiles, at the sizes that both have: at
   each size of the one that the other has, too, or has near neighbours of.

   Counts are exact, but a routine's cost is seldom a function of its input's
   size alone.  Where the two profiles have the same numbers of calls at the
   same sizes, the workload is taken to be the same, and every difference is
   one of the code.  Elsewhere a difference must stand out of the scatter: of
   the activations at one size, and from one size to the next.  Less of that is
   asked for where the routine itself has done the same in both, so that it was
   likely given the same, and what it called took longer.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_H
#define APROF_COMPARE_H

#include "profile/model.h"

/* Where common sizes make up less of the cost, other sizes have a say. */
#define COMPARE_COVERED 0.1

typedef struct {
   size_t common;                     /* how many such sizes */
   double calls[2], costs[2];         /* of all points; old, new */
   double outermost[2];               /* what of the costs is not within the
                                         routine's own activations */
   double covered;                    /* new's share there */
   double ratio;                      /* new / old there, as new's calls are
                                         spread over the sizes; 0: no answer */
   double scatter;                    /* of the log of that, at one size */
   double confidence;                 /* that the ratio is not 1 */
   bool same_workload;
   bool touched;                      /* mean or greatest cost differ at some
                                         size by more than the threshold, or
                                         most of the cost is at others */
   bool significant;                  /* the ratio, and beyond the threshold */
} comparison;

/* What is known of the two beside their points. */
typedef struct {
   bool same_workload;                /* equal calls at equal sizes may be taken
                                         for that */
   bool same_steps;                   /* each has by itself done what the other
                                         did, as far as that can be counted */
} compare_hints;

/* `threshold` is a relative difference: 0.05 is 5 %. */
void compare_points(const prof_tuple *old, size_t old_count,
                    const prof_tuple *new, size_t new_count,
                    double threshold, compare_hints hints, comparison *c);

/* The sum of inclusive costs that new's points have beyond what they would
   have had in old; 0 where there is no ratio.  `costs`: those of the
   comparison, or its outermost ones. */
double compare_excess(const comparison *c, const double costs[2]);

#endif
