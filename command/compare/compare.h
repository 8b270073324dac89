/* The costs of one routine in two profiles, at common sizes: sizes of one
   profile that the other profile has as well, has near neighbours of, or has
   within 1 %.  Where such sizes make up too little of the cost, and the old
   profile has several sizes, its cost at a size between two of them is
   interpolated, and how far its points are from such lines counts as scatter.

   Counts are exact, but a routine's cost is seldom a function of its input's
   size alone.  If the two profiles have the same numbers of calls at the same
   sizes, then the workload is taken to be the same, and every difference is one
   of the code.  Else a difference must exceed the scatter: of the activations
   at one size, and from one size to the next.  A smaller difference is enough
   if the routine itself has done the same in both profiles: then it likely had
   the same input, and what it called took longer.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_COMPARE_H
#define APROF_COMPARE_COMPARE_H

#include "profile/model.h"

/* If common sizes make up less than this of the cost, then other sizes
   matter. */
#define COMPARE_COVERED 0.1

typedef struct {
   size_t common;                     /* number of common sizes */
   double calls[2], costs[2];         /* of all points; old, new */
   double outermost[2];               /* part of the costs that is not within
                                         activations of the same routine */
   double covered;                    /* share of the new cost at common
                                         sizes */
   double ratio;                      /* new / old cost at common sizes,
                                         weighted by the new calls; 0:
                                         unknown */
   double scatter;                    /* deviation of that ratio's log at one
                                         size */
   double confidence;                 /* probability that the ratio is not 1 */
   bool same_workload;
   bool touched;                      /* mean or greatest cost differ at some
                                         size by more than the threshold, or
                                         most of the cost is at other sizes */
   bool significant;                  /* the ratio is not chance, and beyond the
                                         threshold */
} comparison;

/* What is known about the two sides besides their points. */
typedef struct {
   bool same_workload;                /* equal calls at equal sizes mean an
                                         equal workload */
   bool same_steps;                   /* each side has by itself done the same,
                                         as far as that can be counted */
   bool other_code;                   /* the sides are of different builds */
} compare_hints;

/* Compare the points of one routine; both lists ascend by size.  threshold: a
   relative difference, 0.05 is 5 %. */
void compare_points(const prof_tuple *old, size_t old_count,
                    const prof_tuple *new, size_t new_count,
                    double threshold, compare_hints hints, comparison *c);

/* Return the inclusive cost of the new points beyond their cost by the old
   ratio; 0 if there is no ratio.  costs: the comparison's `costs` or its
   `outermost`. */
double compare_excess(const comparison *c, const double costs[2]);

#endif
