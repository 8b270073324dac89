/* What has changed in one routine, by its own points alone: its class, its
   exponent, its cost at equal sizes, or that only one side has it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_PAIR_CHANGE_H
#define APROF_COMPARE_PAIR_CHANGE_H

#include "compare/causes.h"

/* Fill in the candidate of a pair, but for what other pairs decide.  The deltas
   of the calls must be known. */
void pair_change_find(change_search *s, size_t index);

/* Give both sides of a pair their verdicts, if they have none. */
void pair_change_judge(change_search *s, size_t index);

/* Return what the sizes of one side of a pair are. */
verdict_size pair_change_size_of(const matching *m, const match_pair *pair,
                                 int side);

#endif
