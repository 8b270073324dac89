/* Which places the critical path leads through.

   For each place (places.h) the virtual time is counted that its own
   instructions take.  Each thread has a path: the time of each place on the
   longest chain of work and wake-ups that leads to where the thread is now.
   Where another thread determines the thread's clock, its path becomes the
   other's.

   A place's share of the main thread's path at the end is the slope at 0 of
   what the whole program gains if the place gets faster.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_CRITICAL_PATH_H
#define SCHED_CRITICAL_PATH_H

#include "sched/places.h"

/* All that was counted since the last call belongs to this thread. */
void critical_path_flush(ThreadId tid);

/* A thread begins, with the path of its parent if it has one. */
void critical_path_begin(ThreadId tid);
/* For schedule_options.raised. */
void critical_path_raised(UInt thread, UInt by);

/* Call `report` for each place that has taken time, with its own time in all
   threads, and its time on the path of the thread. */
void critical_path_each(ThreadId tid,
                        void (*report)(const Place *p, ULong self,
                                       ULong path));

#endif
