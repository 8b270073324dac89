/* The OS threads of the process, by Valgrind's thread ids.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_OS_THREADS_H
#define THREADS_OS_THREADS_H

#include "callgraph/control.h"

/* An OS thread, while it lives. */
typedef struct {
   Bool exists;
   UInt number;                 /* in order of creation, from 1 */
   ApControl *native;           /* the thread itself */
   ApControl *current;          /* the control that runs in it, or that will
                                   run when it is scheduled */
   ApControl **handlers;        /* its signal handlers, by nesting level */
   UInt n_handlers;
   Bool exiting;                /* it has called exit, not exit_group */
} ApOsThread;

/* Make the table, before Valgrind reports the first thread. */
void ap_threads_init(void);

/* Return the entry of a thread id.  The table owns it. */
ApOsThread *ap_os_thread(ThreadId tid);

/* Return the number of OS threads that this process has had, and that live. */
UInt ap_os_threads_seen(void);
UInt ap_os_threads_living(void);

/* Add a thread, with a new NATIVE control that runs in it. */
void os_threads_add(ThreadId tid);

/* Remove a thread, whose controls have ended. */
void os_threads_remove(ApOsThread *os);

/* Remove the thread that was added last, as if it had never been added: its
   number is free again. */
void os_threads_remove_unborn(ApOsThread *os);

/* After a fork: the thread is the only one, and the first of this process. */
void os_threads_restart(ApOsThread *survivor);

/* Does the process go on without the thread, which exits?  If not, since the
   whole process ends (exit_group, a fatal signal, the last thread), then the
   thread's activations are pending in the profile. */
Bool ap_thread_ends_alone(ThreadId tid);

/* Is `c` a signal handler of the thread? */
Bool os_threads_has_handler(const ApOsThread *os, const ApControl *c);

#endif
