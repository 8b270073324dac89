/* System calls that wait for what virtual time does not follow: semaphores and
   queues of System V, queues of POSIX, locks of files, other processes.

   A thread in such a call is back when the kernel says so, at the time that the
   other threads have reached then.  That depends on the machine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_OUTSIDE_CALLS_H
#define SCHED_OUTSIDE_CALLS_H

#include "pub_tool_basics.h"

/* May the call wait outside of virtual time? */
Bool outside_calls_may_wait(UInt number, const UWord *args);

/* Such a call has waited while other threads ran. */
void outside_calls_waited(UInt number);

/* Call back with the name and the number of all those that have waited, without those
   for other processes and for signals. */
void outside_calls_each(void (*call)(const HChar *name, ULong waits));

#endif
