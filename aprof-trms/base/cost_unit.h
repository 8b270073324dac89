/* The unit of cost: basic blocks, or instructions (--cost).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_COST_UNIT_H
#define BASE_COST_UNIT_H

#include "base/options.h"

/* The C library copies and clears long blocks by one repeated instruction, and
   shorter ones by a loop over vectors that takes 128 bytes a turn: one block
   of about 10 instructions for a copy, and of 7 for clearing (glibc,
   memmove-vec-unaligned-erms.S and memset-vec-unaligned-erms.S).  A repeated
   instruction counts as such a loop, so that cost has no step where the
   library changes from one to the other. */
enum { COST_UNIT_BYTES = 128, COST_UNIT_COPY = 10, COST_UNIT_FILL = 7 };

/* Return the instructions, and the cost, of a turn of a loop that copies
   memory, or that fills it. */
static inline UInt cost_unit_instructions(Bool copies)
{
   return copies ? COST_UNIT_COPY : COST_UNIT_FILL;
}

static inline UInt cost_unit_of_turn(Bool copies)
{
   return tool_options.cost == COST_BB ? 1 : cost_unit_instructions(copies);
}

/* Return the turns in n iterations of a string instruction of this size, with
   `count` iterations left before them: a turn where the number of iterations
   left becomes a multiple of those that make a turn.  So the cost does not
   depend on how iterations are grouped.  n < count. */
static inline ULong cost_unit_turns(ULong count, ULong n, UInt size)
{
   ULong per_turn = COST_UNIT_BYTES / size;

   return (count - 1) / per_turn - (count - n - 1) / per_turn;
}

#endif
