/* Loops of what an interpreter runs, whose turns get more, or fewer, from one
   entry to the next, in one activation (x-sum-operation, docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_OPERATIONS_H
#define APROF_ASSESS_OPERATIONS_H

#include "assess/ranked.h"

/* Set `turns` of each routine that has such a loop with much of the program's
   cost, and has none already.  The verdicts must be known.  Of several runs
   nothing is said: their gaps are of as many lines. */
void operations_find(const model *m, ranked *list, size_t count,
                     double program_cost);

#endif
