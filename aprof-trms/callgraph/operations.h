/* Operations of an interpreter, and the loops of the program that it runs.

   An interpreter is one activation that takes one operation after the other.  A
   loop in a loop of the program that it runs is no loop of its code, and makes no
   call that reads more each time.  But operations of the outer loop, such as its
   beginning, are executed once for all turns of the inner one.  So, in an
   activation that has much cost of its own (callgraph/loops.h), all targets of
   indirect jumps and calls are taken as operations, and numbered in their order.
   The *gap* of an operation is how many there were since it was executed last.
   Gaps that get longer by as much from one to the next are those of a loop whose
   inner loop has a turn more each time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "callgraph/peaks.h"
#include "symbols/routine.h"

/* The operations of a stretch of code. */
typedef struct _Operations Operations;

/* Return those of the code from `start` to before `end`; they stay as long as the
   program runs, since translated code has their address. */
Operations *operations_new(Addr start, Addr end);

/* The code jumps to `target`, or calls it: a helper. */
void operations_next(Operations *o, Addr target);

/* All begin anew: a forked child begins. */
void operations_forget(Operations *o);

/* The longest series of an operation's gaps, of which each is about as long as
   the one before: what a program does at its start is no part of it.  Gaps of fewer
   operations than OPERATIONS_LONG are left out. */
enum { OPERATIONS_LONG = 32 };
typedef struct {
   Addr place;                  /* from the beginning of the code */
   Routine *routine;            /* that begins there, elsewhere; NULL: the place
                                   is in the code */
   ULong gaps, sum;
   prof_sum moment;             /* sum of the gaps, each times the number of gaps
                                   before, doubled, and its own */
   prof_sum squares;
   ULong all;                   /* operations of the code in all */
   Bool is_cut;                 /* these are all gaps, of any lengths: see `cut`.
                                   Moment and squares are 0. */
   PeaksCut cut;
} OperationGaps;

/* Append to `list` those whose gaps are a quarter of all operations or more, as
   OperationGaps. */
void operations_list(const Operations *o, XArray *list);

#endif
