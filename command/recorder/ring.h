/* The kernel's ring buffers, and their records in the order of time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_RING_H
#define APROF_RECORDER_RING_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One ring; the owner maps and unmaps it. */
typedef struct {
   struct perf_event_mmap_page *page;
   char *data;
   uint64_t size;                     /* of the data, a power of 2 */
   char *whole;                       /* the record at the tail, if it goes over
                                         the end of the data; ring_free */
   bool faults;                       /* its samples are page faults, and it has
                                         no other records */
   int event;                         /* its event's file descriptor */
   int cpu;                           /* whose samples it has */
} ring;

void ring_free(ring *r);

/* Take the records of all rings that are not younger than `until`, in the order
   of time.  Younger records stay where they are: a processor may still be about
   to write a record that comes before them. */
void rings_drain(ring *rings, size_t count, uint64_t until,
                 void (*take)(void *context, const ring *from,
                              const struct perf_event_header *record),
                 void *context);

#endif
