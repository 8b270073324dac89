/* Virtual time as the program sees it: clocks, sleeps and timeouts.

   The schedule's unit of time is the UNITS-th part of an instruction.  A clock
   of the program's shows the time at which the program began, and since then
   virtual time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_CLOCKS_H
#define SCHED_CLOCKS_H

#include "sched/waits.h"

/* Units of an instruction: a percentage of a percentage can be taken of it. */
enum { CLOCKS_UNITS = 10000 };

/* Remember the time at which the program begins. */
void clocks_init(void);

/* Return a duration in units, and a number of units in nanoseconds. */
ULong clocks_units(ULong nanoseconds);
ULong clocks_nanoseconds(ULong units);

/* Return the virtual time at which this much time will have passed from `now`
   on; SCHEDULE_NEVER: `duration` is NULL, is no time, or can't be read. */
ULong clocks_after(ULong now, const struct vki_timespec *duration);
ULong clocks_after_ns(ULong now, ULong nanoseconds);
/* Return the virtual time at which this clock will show that time. */
ULong clocks_at(UInt clock, const struct vki_timespec *time);

/* A system call that reads a clock has returned: write the virtual time in
   place of the real one.  now: the thread's virtual time; cpu: the virtual time
   that it has used.  Return True if the result must be *result. */
Bool clocks_after_syscall(UInt number, const UWord *args, ULong now, ULong cpu,
                          Word *result);

#endif
