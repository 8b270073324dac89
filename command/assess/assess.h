/* Facts and verdict for each routine of a profile, the ground of its report.

   Routines are judged side by side on all processors; each by itself, so that
   the result does not depend on that.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_JUDGE_H
#define APROF_JUDGE_H

#include "assess/verdict.h"

/* Reasons to be less sure that a cost grows as its verdict says: the class may
   be that of few, near or uneven points. */
typedef enum {
   DOUBT_FEW_SIZES = 1 << 0, DOUBT_NARROW_RANGE = 1 << 1,
   DOUBT_SCATTER = 1 << 2, DOUBT_SCATTER_CHANGES = 1 << 3,
   DOUBT_SHORT_REGIME = 1 << 4, DOUBT_LARGEST_OFF = 1 << 5,
   DOUBT_LOW_EXPONENT = 1 << 6, DOUBT_WIDE_EXPONENT = 1 << 7,
   DOUBT_NOT_BELOW = 1 << 8,          /* not without the upper half of sizes */
   DOUBT_OFF_CURVE = 1 << 9,          /* many of the largest costs */
   DOUBT_UNCONFIRMED = 1 << 10,       /* WARN_UNCONFIRMED */
} judge_doubt;

/* How much there is to say that a cost grows faster than n log n. */
typedef struct {
   double superlinear;                /* confidence of the verdict */
   unsigned doubts;                   /* a set of judge_doubt */
   /* Of the highest costs, at the largest sizes. */
   double slope;
} judge_evidence;

/* A routine in one thread, or in all. */
typedef struct {
   size_t routine;                    /* index into the model's routines */
   uint64_t thread;                   /* or MODEL_ALL_THREADS */
   prof_tuple sums;                   /* model_sums */
   size_t points_rms, points_trms;
   uint64_t size_min, size_max;       /* trms; where there are points */
   /* Inclusive cost of its activations from half the largest size on. */
   double cost_largest;
   bool has_verdict;
   verdict verdict;                   /* verdict_of_worst, over trms */
   /* Where that is more probably superlinear than not: of the whole cost, and
      of the self cost. */
   judge_evidence whole, self;
} judged;

/* Of the highest costs: between that of n log n and of n^1.5. */
#define JUDGE_STEEP 1.45

/* Facts, without verdicts, of everything that the profile holds of its
   routines, in the order of the model; with `threads` of each thread by itself.
   Routines that only an edge names are left out.  `open` as in model_points.
   The caller frees it. */
judged *judge_facts(const model *m, bool threads, bool open, size_t *count);

/* Verdicts for those that have none yet: what takes most of the time. */
void judge_verdicts(const model *m, judged *const *list, size_t count,
                    bool open);

#endif
