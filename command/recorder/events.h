/* The open events of a recording, and their rings: one for each processor, and
   a small one for page faults where the kernel allows it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_EVENTS_H
#define APROF_RECORDER_EVENTS_H

#include "recorder/perf_open.h"
#include "recorder/periods.h"
#include "recorder/ring.h"

#include <poll.h>

/* An open event. */
typedef struct {
   int fd;
   int cpu;
   bool faults;                       /* of page faults, not of time */
   bool is_off;                       /* its processor was switched off; the
                                         next look closes it */
   uint64_t enabled;                  /* ns that it was able to count, at the
                                         last look */
} open_event;

typedef struct {
   perf_target target;
   pid_t pid;                         /* -1 for PERF_MACHINE */
   perf_abilities can;
   uint64_t mean;                     /* period */
   periods_random random;
   uint64_t mean_faults;              /* page faults between samples */
   open_event *opened;
   size_t count, room;
   bool has_failed;                   /* to open an event later on */
   ring *rings;
   struct pollfd *polled;             /* of each ring */
   size_t ring_count;
} events;

/* Find what can be opened.  Return false after one line on stderr. */
bool events_probe(events *e, perf_target target, pid_t pid);

/* Open the events with a mean period, in the event's unit, and a seed for its
   changes.  faults: the mean period of page faults.  The events of a program
   begin at its exec, others at once.  Return false after one line on stderr. */
bool events_open(events *e, uint64_t mean, uint64_t seed, uint64_t faults);
void events_close(events *e);
/* Stop sampling; what is in the rings stays. */
void events_disable(const events *e);

/* Give each event another period, if they obey: events that children have
   inherited keep their periods, so for a program nothing changes. */
void events_redraw(events *e);

/* Set the mean number of page faults between samples, if all processes are
   recorded. */
void events_set_faults(events *e, uint64_t mean);

/* Look which processors have been switched on or off since the last call, if
   all processes are recorded; a note names them.  The events of a processor
   that is off stay open until the next call, so that the caller can drain their
   rings in between.  Return whether a processor is recorded from now on: the
   records of its mappings and processes until now are missing. */
bool events_follow(events *e);

#endif
