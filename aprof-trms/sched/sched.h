/* Virtual time: threads run as if on P cores, in the same order each time.

   This folder binds the schedule (engine/schedule) to Valgrind's threads.  The
   program's own libraries decide who gets a lock, who takes which work, who
   spins: nothing of them is replaced.  Only waits in the kernel are made here:
   for futexes, for file descriptors, and for time.

   After a fork, the child runs in real time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_SCHED_H
#define SCHED_SCHED_H

#include "sched/waits.h"

/* To be called once the options are known; does nothing without
   --sched=virtual. */
void sched_init(void);

/* A thread was created; it exits, and the kernel will clear the word at
   `cleared` then, if that is not 0. */
void sched_thread_created(ThreadId parent, ThreadId child);
void sched_thread_exits(ThreadId tid, Addr cleared);

/* Client code of the thread starts (after guest_fields_start), or stops (before
   guest_fields_stop). */
void sched_code_starts(ThreadId tid);
void sched_code_stops(ThreadId tid);

/* A signal is about to be delivered to the thread. */
void sched_signal(ThreadId tid);

/* A system call is about to be made, or has returned.  Return True if it is a
   call of this folder's, not of the program's. */
Bool sched_before_syscall(ThreadId tid, UInt number, const UWord *args);
Bool sched_after_syscall(ThreadId tid, UInt number, const UWord *args,
                         SysRes result);

void sched_forked_child(void);
void sched_forked_parent(void);

/* Does this process run in virtual time? */
Bool sched_is_on(void);

/* The helpers of instrumented code (emit_time.c).  The first argument is the
   guest state.

   The thread has used its time; or it is at an instruction that makes a system
   call.  Afterwards its code exits as if to make a call if its time is
   negative. */
void sched_time_is_over(UChar *guest);
void sched_at_syscall(UChar *guest, UWord insn);
/* Return what the time-stamp counter shows. */
ULong sched_time_stamp(ULong time_left);

/* Return the virtual time of the running thread, of which the guest state has
   the time left; and that of a thread whose client code has stopped. */
ULong sched_time(Long time_left);
ULong sched_time_of(ThreadId tid);

/* What a thread waits for: the address of a futex (WAIT_FUTEX), else 0; and the
   kernel's number of the thread, 0 before it has run. */
WaitKind sched_wait_of(ThreadId tid, Addr *futex);
Int sched_kernel_thread(ThreadId tid);

/* How many cores there are; the virtual time of the program, in clocks_UNITS,
   and the thread that determines it: the thread that ends the program, or the
   one that ran last.  How many times threads have waited: for a futex, for
   descriptors, or for time. */
UInt sched_cores(void);
/* How many children the program has forked: they run in real time. */
UInt sched_children(void);
ULong sched_clock(void);
ThreadId sched_last_thread(void);
ULong sched_waits(void);
/* Return how many of the program's system calls, waits and sleeps, have ended
   in virtual time, without the kernel. */
ULong sched_ended_calls(void);

#endif
