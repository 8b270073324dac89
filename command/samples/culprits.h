/* Culprits: what the time of a routine may go to, as ranges.

   Instructions leave the processor in their order.  So the time that is charged
   to an instruction is time that it, and nothing before it, was waited for: for
   its own operation, its data, its code, or, behind a branch, for the branch to
   be right.  For each of these there is an upper bound by evidence; no evidence
   makes the bound 0.  The lower bound is what is left of the time if all others
   take as much as they can.

   Source: J. Anderson et al., "Continuous Profiling: Where Have All the Cycles
   Gone?", section 6.3: guilty until proven innocent.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_CULPRITS_H
#define APROF_SAMPLES_CULPRITS_H

#include "samples/listing.h"
#include "samples/model.h"

typedef enum {
   CULPRIT_DATA, CULPRIT_STORE, CULPRIT_BRANCH, CULPRIT_FETCH, CULPRIT_DIVIDER,
   CULPRIT_LOCK, CULPRIT_FORWARDING, CULPRIT_THREADS, CULPRIT_FAULT,
   CULPRIT_CHAIN, CULPRIT_OPERATION,
   CULPRITS
} culprit;

extern const char *const culprit_names[CULPRITS];   /* for people */

typedef struct {
   double low[CULPRITS], high[CULPRITS];   /* parts of the routine's time */
   double unexplained;                /* beyond all bounds */
   double thin;                       /* at instructions with fewer samples than
                                         CULPRITS_FEWEST: without a low end */
} culprit_ranges;

/* Fewer samples than this at an instruction prove nothing. */
#define CULPRITS_FEWEST 30

/* Bound the culprits of a routine whose caches and branches were simulated.
   cycle: ns of a cycle, at most.  fault: ns of a page fault, at most.  model:
   of the blocks; its cycles are NULL if there is none.  induced: how many times
   the routine, in all runs, has read a cell that another thread had written
   since; 0: never, or not known. */
void culprits_find(const listing *l, double cycle, double fault,
                   const block_model *model, double induced,
                   culprit_ranges *r);

#endif
