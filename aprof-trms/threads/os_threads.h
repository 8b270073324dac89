/* The OS threads of the process, by Valgrind's thread ids.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_OS_THREADS_H
#define THREADS_OS_THREADS_H

#include "callgraph/control.h"

/* An OS thread, while it lives. */
typedef struct {
   Bool exists;
   UInt number;                 /* in order of creation, from 1 */
   Control *native;           /* the thread itself */
   Control *current;          /* the control that runs in it, or that will
                                   run when it is scheduled */
   Control **handlers;        /* its signal handlers, by nesting level */
   UInt n_handlers;
   Bool exiting;                /* it has called exit, not exit_group */
} OsThread;

/* Make the table, before Valgrind reports the first thread. */
void os_threads_init(void);

/* Return the entry of a thread id.  The table owns it. */
OsThread *os_threads_get(ThreadId tid);

/* Return the number of OS threads that this process has had, and that live. */
UInt os_threads_seen(void);
UInt os_threads_living(void);

/* Add a thread, with a new NATIVE control that runs in it. */
void os_threads_add(ThreadId tid);

/* Remove a thread, whose controls have ended. */
void os_threads_remove(OsThread *os);

/* Remove the thread that was added last, as if it had never been added: its
   number is free again. */
void os_threads_remove_unborn(OsThread *os);

/* After a fork: the thread is the only one, and the first of this process. */
void os_threads_restart(OsThread *survivor);

/* Does the process go on without the thread, which exits?  If not, since the
   whole process ends (exit_group, a fatal signal, the last thread), then the
   thread's activations are pending in the profile. */
Bool os_threads_ends_alone(ThreadId tid);

/* Is `c` a signal handler of the thread? */
Bool os_threads_has_handler(const OsThread *os, const Control *c);

#endif
