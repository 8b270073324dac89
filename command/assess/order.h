/* The ranking: which routine to look at first.

   The order is by these, in turn:
   - routines of the program that have a part in the cost, now or at ten times
     the input, before the rest, however steep; between the two come routines of
     libraries that the program calls and that carry much of the cost; internals
     of libraries come last;
   - routines that call a callee on the same data again and again are like
     likely suspects;
   - growth that is surely worse than n log n, before growth that likely is,
     before the rest; but not before a likely suspect that would cost far more
     at ten times the input;
   - among the likely: the costlier at ten times the input;
   - among the rest: the greater cost of its own work at a hundred times the
     input, by the most likely exponent, in steps of a factor of two.  A callee
     that is activated once in each activation of its caller has its own work,
     also if it is no suspect; and a routine that grows because of a callee that
     may be steep grows no faster than that callee.  A routine with too few
     sizes counts as linear, with what it does without its callees;
   - among the sure: steeper growth before flatter, by bands in which
     neighbouring classes lie together;
   - routines that grow by themselves before routines that grow because of their
     callees, and of these a callee before its callers;
   - the greater part of the cost at the largest inputs, without the callees
     that are a cause already.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_ORDER_H
#define APROF_ASSESS_ORDER_H

#include "assess/circle.h"
#include "assess/ranked.h"

typedef struct {
   ranked *list;                      /* the most suspicious first */
   size_t count;
   assessment *assessments;           /* of the list, in the model's order */
   circle_numbers circles;            /* the model's recursions */
} order_ranking;

/* Rank all routines with activations; with `threads` each thread by itself.
   `open` and `keep_points` as in assess_options.  The model must outlive the
   ranking; order_free frees it. */
order_ranking order_routines(const model *m, bool threads, bool open,
                             bool keep_points);
void order_free(order_ranking *r);

#endif
