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
   recording *r = context;
   collector_origin origin;
   uint64_t period;

   if (from->faults)
      collector_feed_fault(&r->collected, record);
   else if (collector_origin_of(record, &origin) &&
            (period = events_count(&r->e, from, &origin)) > 0)
      collector_feed_sample(&r->collected, record, period);
   else
      collector_feed(&r->collected, record);
}

void recording_drain(recording *r, uint64_t until)
{
   rings_drain(r->e.rings, r->e.ring_count, until, take, r);
}
