/* perf_event_open: which event this machine has, and what its refusals mean.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_PERF_OPEN_H
#define APROF_RECORDER_PERF_OPEN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum {
   PERF_PROGRAM,                      /* a child of ours, and its children */
   PERF_PROCESS,                      /* one that runs already */
   PERF_MACHINE,                      /* all processes */
} perf_target;

/* What this machine lets us do; found by perf_probe. */
typedef struct {
   bool cycles;                       /* there is a counter of cycles; else the
                                         event is the timer cpu-clock */
   bool kernel;                       /* samples in the kernel are allowed */
   bool build_ids;                    /* the kernel reads build ids (5.12) */
   bool registers;                    /* samples have COLLECTOR_REGISTERS */
   uint64_t cycles_per_second;        /* with `cycles` */
} perf_abilities;

/* Try what can be opened.  pid, cpu: as for perf_event_open.  Return 0, or the
   error of the simplest event. */
int perf_probe(perf_abilities *can, pid_t pid, int cpu);

/* How an event is opened. */
typedef struct {
   uint64_t period;                   /* in ns, or cycles */
   bool inherit;                      /* also the threads and children that are
                                         created later */
   bool at_exec;                      /* begins when the process calls exec;
                                         else by PERF_EVENT_IOC_ENABLE */
   bool records;                      /* mappings, forks and the like, too */
   bool faults;                       /* page faults of the program's own code;
                                         `period` is a number of them */
} perf_request;

/* Open an event.  Return the file descriptor, or -1 with errno. */
int perf_open(const perf_abilities *can, const perf_request *request,
              pid_t pid, int cpu);

/* Read how long an event was able to count, in ns.  Return false if it can't be
   read. */
bool perf_enabled(int fd, uint64_t *enabled);

/* Return kernel.perf_event_paranoid; -1 if the file can't be read. */
int perf_paranoid(void);

/* Return what an error of perf_event_open means and what to do, as one
   sentence.  The caller frees it. */
char *perf_refusal(int error, perf_target target, pid_t pid, int paranoid);

/* The same for an error when the smallest ring was mapped. */
char *perf_ring_refusal(int error);

#endif
