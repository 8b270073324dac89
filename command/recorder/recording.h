/* The state of a recording, and its clock and records.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_RECORDING_H
#define APROF_RECORDER_RECORDING_H

#include "recorder/child.h"
#include "recorder/collector.h"
#include "recorder/events.h"
#include "recorder/machine.h"
#include "recorder/periods.h"
#include "recorder/record_options.h"
#include "recorder/vdso.h"

#include <sys/utsname.h>
#include <time.h>

#define NS_PER_S 1000000000ull

typedef struct {
   const record_options *o;
   machine_facts facts;
   struct utsname system;
   char *machine;
   char *command;                     /* in one line */
   events e;
   child c;
   int signals;                       /* a signalfd */
   int process;                       /* a pidfd of PERF_PROCESS; -1: none */
   collector collected;
   vdso vdso;
   samples *unwritten;                /* of epochs whose files could not be
                                         written; NULL: none */
   periods_pace pace, first;          /* now, and at the start */
   double told;                       /* the rate of the last note */
   uint64_t seed;
   uint64_t start;                    /* of the epoch, ns since 1970 */
   uint64_t opened;                   /* the same, monotonic */
   uint64_t sleep;                    /* ns that the machine has slept since its
                                         start, as far as it is known */
   uint64_t awake;                    /* the last pass of the loop, ns since
                                         1970 */
   uint64_t followed;                 /* last look at the processors */
   uint64_t checked;                  /* last comparison with the budget */
   uint64_t checked_samples, checked_faults, checked_cpu;
   bool ends;                         /* the program has ended, or a signal or
                                         the end of the time has come */
   int status;                        /* of the program */
   size_t files;
} recording;

/* Return the time of a clock, ns. */
uint64_t recording_clock(clockid_t id);

/* Take the records that are older than `until` out of the rings. */
void recording_drain(recording *r, uint64_t until);

#endif
