/* Futexes in virtual time.

   A wait is made by the schedule alone.  A wake-up is made by the kernel, too,
   which finds no thread that waits, but checks the arguments, and does the
   arithmetic of FUTEX_WAKE_OP.

   Futexes with priority inheritance are the kernel's: their waits lie outside
   of virtual time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_FUTEXES_H
#define SCHED_FUTEXES_H

#include "sched/waits.h"

/* Does this futex call wait?  If so, then set until when, at the virtual time
   `now`, and for which wake-ups. */
Bool futexes_waits(const UWord *args, ULong now, UInt *mask, ULong *deadline);

/* Does it wait outside of virtual time? */
Bool futexes_waits_outside(const UWord *args);

/* Remember what the call is about to change.  Then, after it: thread t wakes
   the threads that the call is to wake; return their number. */
void futexes_before_wake(ThreadId tid, const UWord *args);
UInt futexes_wake(ThreadId tid, const UWord *args);

#endif
