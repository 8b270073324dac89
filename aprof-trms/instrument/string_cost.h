/* The cost of a repeated instruction that copies or fills memory
   (base/cost_unit.h).

   Each iteration stores the number of iterations that are left in a register.
   If this number is a multiple of the iterations of a turn, then the
   instrumented code adds the cost of a turn.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef STRING_COST_H
#define STRING_COST_H

#include "ir/emit.h"

typedef struct {
   UInt size;             /* bytes of an iteration; 0: it is not such an
                             instruction */
   Bool copies;
   const IRStmt *put;     /* the statement that stores the number of iterations
                             left, or NULL */
   UInt turns;            /* if `put` is NULL: those that the iteration ends, 1
                             or 0, or 0 if that is not known */
} StringCost;

/* Find the cost of the iteration in the statements behind the IMark `mark`. */
StringCost string_cost_find(const IRSB *sb, Int mark);

/* Emit code that computes the iteration's cost, and return it; of_turn: that of
   a turn (base/cost_unit.h).  To be called behind the statement `put`. */
IRExpr *string_cost_of(Emit *e, const StringCost *s, UInt of_turn);

/* Emit code that reads how many iterations are left, and code that computes the
   turns that have been made since.  To be called at the beginning of a
   superblock that begins with the instruction, and behind
   rep_strings_start. */
IRExpr *string_cost_left(Emit *e);
IRExpr *string_cost_turns(Emit *e, const StringCost *s, IRExpr *left_before);

#endif
