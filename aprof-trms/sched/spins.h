/* Threads that spin: of a run with --what-if=base.

   A thread that is where it was, with the registers that it had, and has not
   changed memory in between, can't leave by itself: it repeats the same until
   another thread writes what it reads.  That is what is meant by spinning here,
   whatever the code looks like: a lock that is taken by an exchange writes what
   is there already, and a call leaves the same return address again.  One
   register may change, if the thread reads the same memory all the time: a loop
   may count its turns, to give up after very many of them.

   A thread is looked at where it has used its time, so that the beginning of a
   spin is known to a quantum or two.  While it spins, the words that it has
   read are compared after each turn of other threads: the thread in whose turn
   one has changed is the one that was waited for.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_SPINS_H
#define SCHED_SPINS_H

#include "ir/emit.h"

void spins_init(void);

/* Append code that notes what the statement, which is about to be appended or
   was, reads and changes. */
void spins_emit_before(Emit *e, const IRStmt *st);
void spins_emit_after(Emit *e, Addr insn, const IRStmt *st);

/* A thread begins. */
void spins_begin(ThreadId tid);
/* The thread, whose guest state this is, has used its time, and is at the
   beginning of a superblock. */
void spins_time_is_over(ThreadId tid, UChar *guest);
/* It makes a system call, or a handler of it begins. */
void spins_interrupt(ThreadId tid);
/* It has run; what it took is counted.  For each thread that has spun until
   then: `ended`. */
void spins_ran(ThreadId tid, void (*ended)(UInt thread, UInt by));

#endif
