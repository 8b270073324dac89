/* Threads of a process that have begun while its events were opened: they are on no
   list, and whether they inherit the events of the thread that has created them
   depends on which came first.  Nothing of /proc tells; the samples do: a
   thread that has had time for many samples and has none has no events.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_LATE_THREADS_H
#define APROF_RECORDER_LATE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
   pid_t tid;
   uint64_t used;                     /* ns of CPU time, when it was found */
} late_thread;

/* An object of zeros has none. */
typedef struct {
   late_thread *threads;
   size_t count, room;
} late_threads;

void late_threads_free(late_threads *l);

/* Return the threads of a process, *count of them, which the caller frees. */
pid_t *late_threads_list(pid_t pid, size_t *count);

/* Take a thread in.  kernel: whether its time in the kernel is sampled. */
void late_threads_add(late_threads *l, pid_t pid, pid_t tid, bool kernel);

/* A thread has a sample, and so it has events. */
void late_threads_sampled(late_threads *l, pid_t tid);

/* Take out a thread that has no events, by what it has used since it was found,
   or return 0.  period: ns between samples.  All samples that are older than
   a hundredth of a second must have been told. */
pid_t late_threads_without(late_threads *l, pid_t pid, bool kernel,
                           uint64_t period);

#endif
