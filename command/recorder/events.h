/* The open events of a recording, and their rings: one for each processor, and
   a small one for page faults where the kernel allows it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_EVENTS_H
#define APROF_RECORDER_EVENTS_H

#include "recorder/collector.h"
#include "recorder/late_threads.h"
#include "recorder/perf_open.h"
#include "recorder/periods.h"
#include "recorder/ring.h"
#include "base/hash.h"

#include <poll.h>

/* An open event. */
typedef struct {
   int fd;
   int cpu;
   pid_t tid;                         /* its thread; -1: all */
   uint64_t period, before;           /* the one that it has, and the last one */
   uint64_t changed;                  /* when it got it, CLOCK_MONOTONIC */
   uint64_t samples;                  /* with the period that it has */
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
   hash_index of_samples;             /* the events of time, by what a sample
                                         tells of them */
   late_threads late;                 /* of a process */
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

/* Count a sample of time, which has come from a ring, for its event.  Return the
   period that it stands for; 0: not known here.  (The samples of the timer name
   the first period of their event, whatever it is now.) */
uint64_t events_count(events *e, const ring *from,
                      const collector_origin *origin);

/* Give another period to each event that has had enough samples with the last
   one, if they obey: events that children have inherited keep their periods, so
   for a program nothing changes.  The kernel forgets the time since the last
   sample, half a period in the mean; and so much that an event whose periods
   changed with each look at it would have no samples at all, if its periods
   were longer than that. */
void events_redraw(events *e);

/* Set the mean period, which events that obey have from now on. */
void events_set_mean(events *e, uint64_t mean);

/* Set the mean number of page faults between samples, if all processes are
   recorded. */
void events_set_faults(events *e, uint64_t mean);

/* Open events of threads that have begun while those of a process were opened, and
   have inherited none.  Call it after the rings were drained.  Return whether
   there are some: what they have mapped until now is missing. */
bool events_find_threads(events *e);

/* Look which processors have been switched on or off since the last call, if
   all processes are recorded; a note names them.  The events of a processor
   that is off stay open until the next call, so that the caller can drain their
   rings in between.  Return whether a processor is recorded from now on: the
   records of its mappings and processes until now are missing. */
bool events_follow(events *e);

#endif
