/* Progress points: places that the program visits when a piece of its work is
   done, and pairs of places where a piece begins and ends.

   A point is the entry of a routine (--progress), a client request, or a
   counter of Coz's header, which the program increments by itself: the object
   that `aprof` preloads (preload/coz.c) reports where the counter lies, and
   each locked instruction looks whether it is one.

   Only the program that the command has started visits points: not its
   children.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_PROGRESS_H
#define SCHED_PROGRESS_H

#include "sched/owners.h"

/* The numbers are those of Coz's header. */
typedef enum { PROGRESS_VISIT = 1, PROGRESS_BEGIN, PROGRESS_END } ProgressEvent;

typedef struct _ProgressPoint ProgressPoint;

/* Something happens at the point of this name, at this virtual time. */
void progress_happens(const HChar *name, ProgressEvent event, ULong now);

/* Return the point of the routine if --progress names it, else NULL. */
ProgressPoint *progress_of_routine(const Routine *r);
/* Return the progress point that the instruction is, or NULL: of a line of
   --progress it is the first instruction that is asked for, as Coz sets one
   breakpoint. */
ProgressPoint *progress_of_line(const InsnOwner *o);

/* The word at `address` counts these events of the point. */
void progress_counter(const HChar *name, ProgressEvent event, Addr address);

/* Where counters lie: the first address, and the bytes up to the last. */
typedef struct { Addr first; UWord bytes; } ProgressCounters;
extern ProgressCounters progress_counters;

/* Call `visits` for each point that is visited, with the times of the first and
   the last visit; `pairs` for each pair, with the sum of the times from begin
   to end.  What has not ended ends at `now`. */
void progress_each(ULong now,
                   void (*visits)(const HChar *name, ULong count, ULong first,
                                  ULong last),
                   void (*pairs)(const HChar *name, ULong begun, ULong ended,
                                 ULong total));

/* Helpers of instrumented code: the routine of the point is entered; a locked
   instruction has written to a counter. */
void progress_entered(UChar *guest, ProgressPoint *point);
void progress_counted(UChar *guest, Addr address);

#endif
