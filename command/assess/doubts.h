/* Evidence that a cost grows faster than n log n, and reasons to doubt it: the
   class may be that of few, near or uneven points.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_DOUBTS_H
#define APROF_ASSESS_DOUBTS_H

#include "infer/infer.h"
#include "profile/model.h"

/* Fewer sizes than this, 0 left out, give no class (infer/infer.c). */
#define DOUBTS_FEWEST_SIZES 5

/* Reasons to doubt that a cost grows as its verdict says: the class may be that
   of few, near or uneven points. */
typedef enum {
   DOUBT_FEW_SIZES = 1 << 0,
   DOUBT_NARROW_RANGE = 1 << 1,
   DOUBT_SCATTER = 1 << 2,
   DOUBT_SCATTER_CHANGES = 1 << 3,
   DOUBT_SHORT_REGIME = 1 << 4,
   DOUBT_LARGEST_OFF = 1 << 5,
   DOUBT_LOW_EXPONENT = 1 << 6,
   DOUBT_WIDE_EXPONENT = 1 << 7,
   DOUBT_NOT_BELOW = 1 << 8,    /* not without the upper half of sizes */
   DOUBT_OFF_CURVE = 1 << 9,    /* many of the largest costs */
   DOUBT_UNCONFIRMED = 1 << 10, /* WARN_UNCONFIRMED */
   DOUBT_CHEAP = 1 << 11,       /* too few basic blocks for the class */
} assess_doubt;

/* The evidence that a cost grows faster than n log n. */
typedef struct {
   double superlinear;                /* probability, by the verdict; 0: rather
                                         not, and the rest is 0 as well */
   unsigned doubts;                   /* a set of assess_doubt */
   double slope;                      /* of the highest costs at the largest
                                         sizes, in a doubly logarithmic plot */
   bool has_flat_top;                 /* that is nearer to n log n's slope than
                                         to that of the verdict's curve */
} assess_evidence;

/* Probability from which a statement is more likely true than not. */
#define DOUBTS_PROBABLE 0.5

/* Return the probability by a verdict that growth is worse than n log n. */
double doubts_superlinear(const verdict *v);

/* Return the evidence of points whose costs have the verdict v.  less: the
   verdict without the upper half of the sizes; one that depends on these is in
   doubt as well.  passes_on: the routine has no loop around its work, and
   the sizes are cells.  cost: the cost of a point that the verdict is on. */
assess_evidence doubts_find(const verdict *v, const verdict *less,
                            const prof_tuple *points, size_t count,
                            bool passes_on, double (*cost)(const prof_tuple *));

/* Join doubts of a routine that was activated once in each of several runs, as
   main is.  It has few points, and no more are to be had.  If they show the
   exponent well, then few sizes, their range, and a lower half that is too
   small for a class, are one doubt.  Scatter is none if the exponent is known
   all the same: it is what a constant part of the sizes leaves, such as the
   program's tables.  v: the verdict on the inclusive cost.  lower: distinct
   sizes of the lower half. */
void doubts_join(const verdict *v, size_t runs, prof_sum calls, size_t lower,
                 assess_evidence *e);

#endif
