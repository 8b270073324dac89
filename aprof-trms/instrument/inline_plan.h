/* Which inlined calls begin and end in a superblock.

   Optimisation scatters the instructions of an inlined call: between them stand
   instructions of its host and of other calls, and some of its own stand in the
   host's loops.  So an inlined call is open

   - from its first to its last instruction in a superblock, whatever stands
     between them (smoothing);
   - in a superblock that has an instruction of it, if it is open before
     (staying);
   - in a superblock without any, if it is open before and all known successors
     belong to it, or lead into it after a few jumps (bridging);

   and it opens only in a superblock whose last instruction belongs to it and is
   no jump that leaves it: else its instructions there were moved out of it, or
   merged with others (strays).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef INLINE_PLAN_H
#define INLINE_PLAN_H

#include "callgraph/shadow_stack.h"

typedef struct _InlinePlan InlinePlan;

/* Return the plan of a superblock that belongs to the symbol at `start`, or
   NULL: it has no inlined call.  first: the address of the first instruction in
   the profile.  inline_plan_free frees the plan, but not its points. */
InlinePlan *inline_plan_of(const IRSB *in, Addr first, Addr start);
void inline_plan_free(InlinePlan *p);

/* A point of the superblock, where calls may begin and end. */
typedef struct {
   InlinedPoint *what;
   const Routine *usual[2];     /* if one of these routines is on the top of the
                                   shadow stack, then nothing happens here */
} InlinePlanPoint;

/* Is there a point before the instruction of this index (0, 1, ...)? */
Bool inline_plan_point(const InlinePlan *p, UInt index, InlinePlanPoint *point);

/* Return the routine that is probably on the top of the shadow stack at the end
   of the superblock, if `top` is there now. */
Routine *inline_plan_last(const InlinePlan *p, Routine *top);

#endif
