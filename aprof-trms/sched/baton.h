/* The baton: which thread runs, and how the others wait.

   Only the thread that holds the baton runs client code.  All others are parked
   in the kernel, each in a system call of its own that waits for a word of the
   tool's to change (a futex), or are in a system call of the program's that may
   take long.

   A thread parks so.  At the beginning of a superblock, or just before the
   instruction of a system call, its code exits as if a system call were to be
   made.  Valgrind reports that client code stops, and only then reads the
   registers that say which call it is.  In between, the tool replaces them by
   those of its own call.  Valgrind makes the call as it makes any that may
   block: it lets other threads run.  After the call the registers get their
   values back, and the thread goes on where it was: nothing of the superblock
   has been executed.

   If a signal interrupts the call, then Valgrind may set the instruction
   pointer back to the call's instruction.  So while the tool's call is made,
   the instruction pointer is behind an instruction that makes system calls: the
   first one that the program executes, in the dynamic linker or in the program
   itself.

   The holder gives the baton up when it has used its time, waits, makes a
   system call of the program's that may take long, or ends.  All of this
   happens while the thread has Valgrind's lock.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_BATON_H
#define SCHED_BATON_H

#include "sched/waits.h"

void baton_init(void);

/* Does the thread hold the baton; does no thread? */
Bool baton_is_held_by(ThreadId tid);
Bool baton_is_free(void);

/* The thread holds the baton, or no thread does.  Choose the thread that is to
   run next, and wake it if it is another one.  parks: this thread is about to
   park if it is not chosen. */
void baton_pass(ThreadId tid, Bool parks);

/* The thread, which holds the baton, makes a system call of the program's that
   most often returns at once.  It keeps the baton; but if it is not back soon,
   then another thread may take it (baton_reclaim): the call may wait for that
   thread. */
void baton_lend(ThreadId tid);
void baton_is_back(ThreadId tid);
/* If a thread was to be back soon and is not, then it waits outside of the
   schedule, and no thread holds the baton.  Return True then. */
Bool baton_reclaim(void);

/* The thread is to park when its client code stops, which is next. */
void baton_park(ThreadId tid);

/* The instruction makes a system call of the program's. */
void baton_saw_syscall(Addr insn);

/* Client code of the thread stops: if it is to park, then replace its
   registers. */
void baton_code_stops(ThreadId tid);

/* Is the thread parked? */
Bool baton_is_parked(ThreadId tid);
/* It is parked no more: give its registers back.  False: it was not parked. */
Bool baton_unpark(ThreadId tid);

#endif
