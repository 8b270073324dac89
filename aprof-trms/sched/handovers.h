/* Which thread waits for which, where, and how long: of a run with
   --what-if=base.

   A wait is known by where it is made (wait_sites.h) and by the name of what is
   waited for.  When a thread wakes another one, then the other one has waited
   for what this thread has done since: that is told by places (places.h).

   The time of a wait on the critical path is that of the work on it which a
   thread has waited for there; if several have, then it is counted once, at the
   wait that ended first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_HANDOVERS_H
#define SCHED_HANDOVERS_H

#include "sched/places.h"
#include "sched/wait_sites.h"
#include "sched/waits.h"

void handovers_init(void);
/* Are they recorded? */
Bool handovers_are_recorded(void);

/* A thread begins at this time, or ends. */
void handovers_begin(ThreadId tid, ULong clock);
void handovers_end(ThreadId tid);

/* The thread, which has just executed client code, begins to wait: for this
   futex (WAIT_FUTEX).  Then its client code stops; it starts again when the
   wait is over. */
void handovers_wait(ThreadId tid, WaitKind kind, Addr futex);
void handovers_code_stops(ThreadId tid);
void handovers_code_starts(ThreadId tid);

/* For schedule_options. */
void handovers_raised(UInt thread, UInt by);
void handovers_woken(UInt thread, UInt by, uint64_t blocked);

/* Thread `by` has changed the memory at this address, on which the thread has
   spun since then at that site; after `raised`.  Where it has changed it is not
   known. */
void handovers_spun(UInt thread, UInt by, const WaitSite *site, Addr word,
                    ULong since);

/* The thread has executed code up to its clock.  Then for each place that has
   taken time: */
void handovers_flush(ThreadId tid);
void handovers_ran(ThreadId tid, UInt place, ULong time);

/* A wait, and those that have ended it. */
typedef struct {
   WaitKind kind;
   WaitSite site;
   const HChar *name;         /* of what is waited for; "": not known */
   ULong waits, time;
   ULong path;                /* its time on the path */
} HandoversWait;

typedef struct {
   WaitSite site;             /* where it wakes */
   ULong wakes, time;         /* that was waited for it */
} HandoversWaker;

typedef struct {
   void (*wait)(const HandoversWait *w);
   /* Then, for this wait: */
   void (*waker)(const HandoversWaker *w);
   void (*during)(const Place *p, ULong time);
} HandoversReport;

/* Report all waits; the path is that of the thread. */
void handovers_each(ThreadId tid, const HandoversReport *report);
/* Return the sum of the times from begin to end of all threads. */
ULong handovers_lifetimes(void);

#endif
