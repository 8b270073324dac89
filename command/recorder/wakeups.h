/* What it costs to wake a thread, and how many instructions a nanosecond has,
   on this machine: the constants of virtual time (aprof what-if).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_WAKEUPS_H
#define APROF_RECORDER_WAKEUPS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
   uint64_t cost;                     /* ns, of the thread that wakes another
                                         one on an idle processor */
   uint64_t latency;                  /* ns, until that one runs */
   uint64_t switching;                /* ns, of the thread that wakes another
                                         one for which no processor is idle;
                                         and, again, of a processor from one
                                         thread to the next */
   double instructions;               /* of a ns */
   double taken;                      /* the part of the time in which other
                                         programs had a processor, of the one
                                         where it was more; 0 if it was read */
} wakeups;

/* Measure, in less than a second, or three times that beside other programs: wake a
   thread that sleeps on another processor, if there is one, by a futex (the mean of
   the middle half of many times, and of both directions); wake one on the own
   processor, and sleep, until it runs (half of that); and execute a loop of loads,
   stores, arithmetic and branches in the first cache (the fastest of some).  Return
   false if it is not possible. */
bool wakeups_measure(wakeups *w);

/* Have other programs had so much of the time that the figures are theirs? */
bool wakeups_disturbed(const wakeups *w);

/* Read what was measured from the user's cache, or put it there.  Return false
   if there is none, or it can't be written. */
bool wakeups_read(wakeups *w);
bool wakeups_write(const wakeups *w);

#endif
