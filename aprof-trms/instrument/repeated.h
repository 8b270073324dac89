/* Instructions with a repeat prefix: the iterations that a superblock makes of
   one, what they cost, and how much time they take.

   VEX translates such an instruction to one iteration: an exit to the next
   instruction, taken if no iteration is left, and the iteration, after which it
   jumps back to itself.  The cost is that of the iterations; if they copy or
   fill memory, cost and time are those of the turns of a loop that does so
   (string_cost.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef REPEATED_H
#define REPEATED_H

#include "instrument/string_cost.h"
#include "sched/emit_time.h"

typedef struct {
   Bool is;                 /* the instruction has a repeat prefix; all other
                               fields mean nothing without one */
   const IRStmt *iteration; /* the exit behind which it makes an iteration, or
                               NULL */
   Bool at_once;            /* it makes an iteration without such an exit */
   IRExpr *turns_made;      /* the turns of its iterations that a helper has
                               made (string_cost_turns); NULL: none has */
   StringCost string;       /* of one that copies or fills memory */
} Repeated;

/* Return what the superblock says of the instruction whose IMark is statement
   `mark`. */
Repeated repeated_find(const IRSB *sb, Int mark);

/* Does it copy or fill memory? */
static inline Bool repeated_is_string(const Repeated *r)
{
   return r->is && r->string.size > 0;
}

/* The superblock begins with it, and it is measured: emit code that lets a
   helper make many iterations. */
void repeated_start(Repeated *r, Emit *e, Addr insn, UInt length);

/* Emit code that counts the time of the turns that are known when it begins. */
void repeated_take_time(const Repeated *r, Emit *e, EmitTime *time);
/* The same behind the statement `st` of an iteration. */
void repeated_take_time_behind(const Repeated *r, Emit *e, EmitTime *time,
                               const IRStmt *st);

/* Return what it costs, as far as that is known when it begins. */
UInt repeated_cost(const Repeated *r);
/* Return what it costs behind this statement, code for which is emitted, or
   NULL: that is the constant *known. */
IRExpr *repeated_cost_behind(const Repeated *r, Emit *e, const IRStmt *st,
                             UInt *known);

#endif
