/* The verdict on a routine: its points, judged three times.

   The worst-case cost is what the machine-readable columns and the rules of
   `aprof check` are about; the mean is the best evidence of what is typical,
   and the best case tells of fast paths.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERDICT_H
#define APROF_VERDICT_H

#include "infer/infer.h"
#include "profile/model.h"

typedef enum { CASE_WORST, CASE_MEAN, CASE_BEST, CASES } verdict_case;

typedef struct {
   verdict cases[CASES];
} verdicts;

/* Fewer sizes than these, 0 aside, give no class (infer.c). */
#define VERDICT_FEWEST_SIZES 5

/* The cost of a point in one case: the greatest, mean or least inclusive cost
   of its activations. */
double verdict_cost(const prof_tuple *point, verdict_case which);

/* Judges points as model_points gives them, in one case.  Costs that vary at a
   single size give WARN_ONE_SIZE and no class. */
void verdict_of_case(const prof_tuple *points, size_t count,
                     verdict_case which, verdict *v);

/* Did each size cost only one amount?  Then all three cases are one. */
bool verdict_is_one_case(const prof_tuple *points, size_t count);

/* All three cases, and the warnings that need more than one of them. */
void verdict_of_points(const prof_tuple *points, size_t count, verdicts *v);

/* The worst case as verdict_of_points gives it, without judging what it does
   not need. */
void verdict_of_worst(const prof_tuple *points, size_t count, verdict *v);

/* The worst self cost, what callees cost left out; no class is withheld for
   WARN_ONE_SIZE. */
void verdict_of_self(const prof_tuple *points, size_t count, verdict *v);

/* The verdict of the contract's columns: the worst case of a routine over trms,
   with the warnings that the other cases give.  `open` as in model_points. */
void verdict_of_routine(const model *m, size_t routine, uint64_t thread,
                        bool open, verdict *v);

#endif
