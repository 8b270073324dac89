/* Which basic blocks belong to a loop.

   A loop lies between its head, the target of jumps backwards, and the last of
   these jumps.  Compilers put a part of its body that is seldom executed, as
   they think, elsewhere, often behind the routine's other code.  This part lies
   *aside*: control comes there from the loop only, and goes back to it.  (A
   loop around this one begins elsewhere.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_FLOW_LOOPS_H
#define SYMBOLS_FLOW_LOOPS_H

#include "symbols/code_flow.h"

typedef enum { FLOW_OUTSIDE, FLOW_BETWEEN, FLOW_ASIDE } FlowPart;

/* The blocks of a routine's code, and what each of them goes on to. */
typedef struct {
   const CodeFlow *flow;
   Word n;
   struct _LoopBlock *blocks;   /* flow_loops.c */
   XArray *cases;               /* of Word: the blocks that indirect jumps lead
                                   to, so far as nothing else does */
   XArray *open;                /* of Word: blocks to go on from */
   Bool are_cases_done;         /* the search has gone on to them */
   Addr head, last;             /* of the loop that was looked for last */
} FlowLoops;

void flow_loops_read(FlowLoops *loops, const CodeFlow *flow);
void flow_loops_free(FlowLoops *loops);

/* Find the blocks of the loop with this head and this last jump back, which is
   one for which code_flow_is_loop returns True. */
void flow_loops_find(FlowLoops *loops, Addr head, Addr last);

/* Return where an instruction lies: in that loop, or outside. */
FlowPart flow_loops_part(const FlowLoops *loops, Addr insn);

/* Does the block before that of `insn` lie in that loop, and go on to it? */
Bool flow_loops_goes_on_to(const FlowLoops *loops, Addr insn);

#endif
