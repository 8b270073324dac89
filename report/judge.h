/* Facts and verdict for each routine of a profile, the ground of its report.

   Routines are judged side by side on all processors; each by itself, so that
   the result does not depend on that.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_JUDGE_H
#define APROF_JUDGE_H

#include "verdict.h"

/* How much there is to say that a cost grows faster than n log n. */
typedef struct {
   double superlinear;                /* confidence of the verdict */
   unsigned doubts;                   /* reasons to be less confident */
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

/* Between n log n, whose slope is 1.3 from 16 to 160 cells and less beyond, and
   what grows like a power. */
#define JUDGE_SUPERLINEAR 1.35
/* Wider intervals of the exponent say little. */
#define JUDGE_WIDE 1.0

/* How sure it is that a verdict's growth is worse than n log n. */
double judge_superlinear(const verdict *v);

/* Facts, without verdicts, of everything that the profile holds of its
   routines, in the order of the model; with `threads` of each thread by itself.
   Routines that only an edge names are left out.  `open` as in model_points.
   The caller frees it. */
judged *judge_facts(const model *m, bool threads, bool open, size_t *count);

/* Verdicts for those that have none yet: what takes most of the time. */
void judge_verdicts(const model *m, judged *const *list, size_t count,
                    bool open);

#endif
