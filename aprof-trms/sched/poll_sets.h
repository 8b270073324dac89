/* Waiting for file descriptors in virtual time.

   A system call that may wait for a descriptor (a read from a pipe or a socket,
   a poll) is made only when a descriptor is ready; until then its thread waits
   in virtual time.  After each system call of another thread, and whenever the
   baton is passed, the descriptors are looked at.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_POLL_SETS_H
#define SCHED_POLL_SETS_H

#include "sched/waits.h"

void poll_sets_init(void);

/* If the call that the thread is about to make may wait for descriptors, then
   note which, and return True.  *deadline: SCHEDULE_NEVER, or the virtual time
   when the call's timeout ends, from `now` on.  *argument: the number of the
   argument that is the timeout, and *value: the value that stands for no
   waiting; only if there is a deadline. */
Bool poll_sets_describe(ThreadId tid, const SyscallState *call, ULong now,
                        ULong *deadline, UInt *argument, UWord *value);

/* Is one of the descriptors of the thread ready, or would the call return at
   once for another reason? */
Bool poll_sets_is_ready(ThreadId tid);

/* The thread waits for its descriptors (its state is SCHEDULE_BLOCKED); or no
   more. */
void poll_sets_wait(ThreadId tid);
void poll_sets_end_wait(ThreadId tid);

/* Return a thread that waits for descriptors, or VG_INVALID_THREADID. */
ThreadId poll_sets_first(void);

/* End the waits for descriptors that are ready now: thread `by` has made them
   ready; SCHEDULE_NO_THREAD: something outside has. */
void poll_sets_check(UInt by);

#endif
