/* Loops with many turns in one activation, and whether the turns get more, or
   fewer, from one entry of the loop to the next.

   A routine may have a loop in a loop over its input, each turn of the outer
   one with an element more: a search of all that is there already.  No call
   shows that, since all of it is one activation.  So the code of a routine of
   which one activation has much cost of its own is translated again, with
   counters.  The rest of the code is translated as before, and no count of the
   profile depends on these counters.

   A loop lies between its head, the target of jumps backwards, and the last of
   these jumps; a part of its body may lie elsewhere (symbols/flow_loops.h).
   Each such jump begins a turn.  The loop is entered where its head is executed
   without a jump backwards, and by jumps from outside to what lies behind its
   head: compilers let a loop begin with its condition, which they put at the
   end.

   A loop may have no head: where each case of a table has a jump of its own to the
   next case (symbols/flow_owners.h).  Its turns are those jumps.

   The counters are read when a time slice ends, or a system call begins.  So
   what is known is the number of entries and of turns between two such moments,
   a moment (in the sense of statistics) of the turns over the entries, and how
   much the turns differ.
   What comes before the activation has had its cost is not counted.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef LOOPS_H
#define LOOPS_H

#include "callgraph/control.h"
#include "callgraph/operations.h"

/* A range of code. */
typedef struct {
   Addr start;
   SizeT length;
} LoopsCode;

/* Client code of a thread has stopped at the instruction pointer `ip`: read the
   counters, and find code whose loops are to be counted. */
void loops_look(ThreadId tid, Addr ip);

/* Client code of a thread starts.  Is there code that must be translated again, so
   that its loops are counted?  True once for each time that loops_look has found it
   in this thread. */
Bool loops_wanted(ThreadId tid, LoopsCode *again);

/* Return the counter of the executions of an instruction, if it is the head of
   a loop that is counted, else NULL. */
ULong *loops_head(Addr insn);

/* A jump that begins a turn of a loop that is counted, or enters the loop. */
typedef struct {
   Addr from, to;
   SizeT length;                /* 0; of the jump of a `switch`, which may lead
                                   elsewhere, that of the code from `to` on */
   ULong *counter;              /* of the times that it is taken */
} LoopJump;

/* Return the entries for the instruction, if it is such a jump; *n: their
   number. */
const LoopJump *loops_jumps(Addr insn, UInt *n);

/* Return the operations that an indirect jump or call at the instruction leads to,
   if it is in code whose loops are counted, else NULL. */
Operations *loops_operations(Addr insn);

/* A loop, by the offset of its head in the object; or of its last jump back, if
   code elsewhere is counted as a part of its body, not of a loop around it. */
typedef struct {
   Addr head;
   UInt line;                   /* in the source of the routine; 0: not known */
   ULong entries, turns;        /* the first turn of each entry left out */
   prof_sum moment;             /* sum of the turns, each times the number of
                                   entries before, doubled */
   prof_sum squares;            /* sum of the squares of each entry's turns, as
                                   if entries between two readings of the
                                   counters had the same number */
} LoopTurns;

/* Return the loops of a routine that have many turns for each of many entries,
   as LoopTurns in the order of the hexadecimal texts of their heads, as byte
   strings; NULL or an empty list: it has none.  `r` is its own home.  The caller
   deletes the list. */
XArray *loops_of(const Routine *r);

/* Return the gaps of the operations of a routine, as OperationGaps; NULL: it has
   none.  `r` is its own home.  The caller deletes the list. */
XArray *loops_gaps_of(const Routine *r);

/* Translations of this code are discarded: it is translated again, or other
   code may come there. */
void loops_discard(Addr start, SizeT length);

/* Begin with 0 again: a forked child begins. */
void loops_forget(void);

#endif
