/* The cost of a repeated instruction that copies or fills memory
   (base/cost_unit.h).

   An iteration leaves the number of iterations that are left in a register: the
   instrumented code adds a turn's cost where that is a multiple of the turn's
   iterations.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef STRING_COST_H
#define STRING_COST_H

#include "ir/emit.h"

typedef struct {
   UInt size;             /* bytes of an iteration; 0: it is no such
                             instruction */
   const IRStmt *put;     /* stores the iterations left; NULL: none does here */
   ULong cost;            /* where none does, but the number is known: the cost
                             of the iteration */
} StringCost;

/* Find the cost of the iteration that the statements behind the mark make. */
StringCost string_cost_find(const IRSB *sb, Int mark);

/* Behind the statement `put`, add the iteration's cost. */
void string_cost_add(Emit *e, const StringCost *s);

#endif
