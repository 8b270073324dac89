/* Scaling: by which factor each routine has more work when the program has more
   data.

   The work of a routine is the number of its activations times the work of one.
   Starting from the routines that no other one calls, which are activated as
   often as now:
   - A routine that is called few times by each activation of its caller is
     called as often as that one.  A routine that is called many times is called
     in a loop; the loop has as many more turns as the caller has more work.
   - The inputs of a routine grow with the data if those of its callers do and
     it is called few times: then it works on all of them, or on a fixed part.
     If it is called many times, then it works on pieces, whose number grows;
     but if its inputs are of many sizes and together they are much larger than
     those of its callers, and more of them are a part of these that counts than
     there could be pieces so large, then it reads the same data again and again,
     and they grow as well.
   - What the C library does to read the locale works on no data.
   - If the inputs of a routine grow, then its verdict says by which factor an
     activation has more work.  Without a verdict, work is assumed to be
     proportional to the data.
   - Routines that call each other in a circle count as one: then the verdict
     includes the callees.
   - The work of an inlined call is that of its caller.

   A merged profile of runs on inputs of several sizes says more: the routine's own
   cost in each, and how often it was activated (assess/run_growth.h).  These come
   first; the rules above are for the routines about which they say nothing.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SCALING_H
#define APROF_ASSESS_SCALING_H

#include "infer/growth.h"
#include "profile/model.h"

typedef enum {
   SCALING_RUNS,                      /* what the runs of the profile cost */
   SCALING_VERDICT,                   /* a verdict is the reason */
   SCALING_CALLS,                     /* it is called more often */
   SCALING_ASSUMED,                   /* proportional to the data */
   SCALING_FIXED                      /* nothing of it grows */
} scaling_basis;
extern const char *const scaling_basis_names[];

/* How a routine's own work grows, with the 95 % interval by the verdicts. */
typedef struct {
   double factor, low, high;
   scaling_basis basis;
   growth class;                      /* of SCALING_RUNS: over the program's
                                         input, or undecided */
} scaling;

/* Return the growth of each routine of the model at `scale` times the data; the
   caller frees it. */
scaling *scaling_find(const model *m, double scale);

#endif
