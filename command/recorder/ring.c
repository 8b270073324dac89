/* The kernel's ring buffers, and their records in the order of time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/ring.h"
#include "base/memory.h"
#include "recorder/collector.h"

#include <stdlib.h>
#include <string.h>

#define RECORD_MOST ((size_t)1 << 16)

void ring_free(ring *r)
{
   free(r->whole);
   r->whole = NULL;
}

static void copy(const ring *r, uint64_t from, char *to, size_t length)
{
   const uint64_t start = from & (r->size - 1);
   const size_t first = length < r->size - start ? length : r->size - start;

   memcpy(to, r->data + start, first);
   memcpy(to + first, r->data, length - first);
}

/* Return the record at the tail, or NULL if the ring is empty. */
static const struct perf_event_header *first_record(ring *r)
{
   const uint64_t head = __atomic_load_n(&r->page->data_head,
                                         __ATOMIC_ACQUIRE);
   const uint64_t tail = r->page->data_tail;
   const uint64_t start = tail & (r->size - 1);
   struct perf_event_header header;

   if (head - tail < sizeof header)
      return NULL;
   copy(r, tail, (char *)&header, sizeof header);
   if (header.size < sizeof header || header.size > head - tail) {
      /* Never written by a kernel; what follows can't be found. */
      __atomic_store_n(&r->page->data_tail, head, __ATOMIC_RELEASE);
      return NULL;
   }
   if (start + header.size <= r->size)
      return (const struct perf_event_header *)(r->data + start);
   if (r->whole == NULL)
      r->whole = memory_new(RECORD_MOST, 1);
   copy(r, tail, r->whole, header.size);
   return (const struct perf_event_header *)r->whole;
}

void rings_drain(ring *rings, size_t count, uint64_t until,
                 void (*take)(void *context, const ring *from,
                              const struct perf_event_header *record),
                 void *context)
{
   for (;;) {
      const struct perf_event_header *oldest = NULL;
      ring *from = NULL;

      for (size_t i = 0; i < count; i++) {
         const struct perf_event_header *record = first_record(&rings[i]);

         if (record && (oldest == NULL ||
                        collector_time(record) < collector_time(oldest))) {
            oldest = record;
            from = &rings[i];
         }
      }
      if (oldest == NULL || collector_time(oldest) > until)
         return;
      take(context, from, oldest);
      __atomic_store_n(&from->page->data_tail,
                       from->page->data_tail + oldest->size,
                       __ATOMIC_RELEASE);
   }
}
