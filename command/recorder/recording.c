/* The state of a recording: see recording.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/recording.h"

uint64_t recording_clock(clockid_t id)
{
   struct timespec t;

   clock_gettime(id, &t);
   return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static void take(void *context, const ring *from,
                 const struct perf_event_header *record)
{
   if (from->faults)
      collector_feed_fault(context, record);
   else
      collector_feed(context, record);
}

void recording_drain(recording *r, uint64_t until)
{
   rings_drain(r->e.rings, r->e.ring_count, until, take, &r->collected);
}
