/* What is to be recorded, and how.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_RECORD_OPTIONS_H
#define APROF_RECORDER_RECORD_OPTIONS_H

#include "recorder/perf_open.h"

typedef struct {
   perf_target target;
   pid_t pid;                         /* of PERF_PROCESS */
   char **command;                    /* NULL at its end.  PERF_PROGRAM: what
                                         is recorded; otherwise, if not empty,
                                         what lasts as long as the recording */
   double budget;                     /* part of the time for sampling */
   bool has_budget;                   /* it is given */
   double rate;                       /* samples a second, with a budget at
                                         most; 0: by the budget */
   double duration;                   /* seconds; 0: until its end, or a
                                         signal */
   double epoch;                      /* seconds between files in a store */
   bool has_seed;
   uint64_t seed;
   const char *out;                   /* the file; NULL: aprof.samples.PID */
   const char *store;                 /* the folder for files; NULL: none */
} record_options;

/* The most samples a second that a budget gives: no round number. */
#define RECORD_MOST 997

#endif
