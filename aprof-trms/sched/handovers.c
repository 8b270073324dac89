/* Which thread waits for which: see handovers.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/handovers.h"
#include "base/options.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

/* A stretch of time in which a thread has executed the code of a place. */
typedef struct {
   ULong end, time;
   ULong flushed;             /* the thread's clock when it was told */
   UInt place;
} Stretch;

/* How many of the last stretches of a thread are known.  The place of what was
   done before them is not told. */
enum { RING = 4096 };

/* How many waits are told apart: of more, nothing is known. */
enum { MOST_WAITS = 1000 };

typedef struct {
   HandoversWait is;
   UInt number;
   XArray *wakers;            /* of HandoversWaker */
   ULong *during;             /* by number of a place... */
   UInt during_count;         /* ...below this */
} Wait;

typedef struct {
   Bool is_alive;
   ULong begun;
   ULong counted;             /* up to this clock, its path is counted: since
                                 then it has waited for nothing, and nothing
                                 that it did was waited for */
   Stretch *ring;
   ULong stretches;           /* that there were; the last ones are known */
   ULong cursor;              /* where the next stretch that is told ends */
   ULong *path;               /* the time of each wait on the thread's path */
   UInt path_count;           /* beyond, all times are 0 */
   Bool begins_to_wait;
   WaitKind kind;             /* these three: of the wait */
   Addr futex;
   ULong wait_begun;
   Wait *wait;                /* NULL: none */
} Thread;

static Thread *threads;       /* by ThreadId; NULL: nothing is recorded */
static XArray *waits;         /* pointers, by number */
static ULong lifetimes;       /* of the threads that have ended */

void handovers_init(void)
{
   if (tool_options.what_if == NULL
       || !VG_STREQ(tool_options.what_if, "base"))
      return;
   threads = VG_(calloc)("aprof.handovers.threads", VG_N_THREADS,
                         sizeof *threads);
   waits = VG_(newXA)(VG_(malloc), "aprof.handovers.waits", VG_(free),
                      sizeof(Wait *));
}

static Wait *wait_of(UInt number)
{
   return *(Wait **)VG_(indexXA)(waits, number);
}

static void grow(ULong **times, UInt *count, UInt wanted)
{
   if (*count >= wanted)
      return;
   *times = VG_(realloc)("aprof.handovers.times", *times,
                         wanted * sizeof **times);
   VG_(memset)(*times + *count, 0, (wanted - *count) * sizeof **times);
   *count = wanted;
}

void handovers_begin(ThreadId tid, ULong clock)
{
   Thread *t;

   if (threads == NULL)
      return;
   t = &threads[tid];
   t->is_alive = True;
   t->begun = t->counted = clock;
   t->stretches = 0;
   t->begins_to_wait = False;
   t->wait = NULL;
   if (t->path_count > 0)
      VG_(memset)(t->path, 0, t->path_count * sizeof *t->path);
}

static ULong lifetime(ThreadId tid)
{
   return schedule_clock(tid) - threads[tid].begun;
}

void handovers_end(ThreadId tid)
{
   if (threads == NULL || !threads[tid].is_alive)
      return;
   lifetimes += lifetime(tid);
   threads[tid].is_alive = False;
}

/* --- waits --- */

Bool handovers_are_recorded(void)
{
   return threads != NULL;
}

static const HChar *name_of(WaitKind kind, Addr word)
{
   const HChar *name;
   PtrdiffT offset;

   return (kind == WAIT_FUTEX || kind == WAIT_SPIN)
          && VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), word, &name,
                                         &offset)
          ? name : "";
}

static Wait *find_wait(WaitKind kind, const WaitSite *site, const HChar *name)
{
   Wait *w;

   for (Word i = 0; i < VG_(sizeXA)(waits); i++) {
      w = wait_of(i);
      if (w->is.kind == kind && wait_sites_equal(&w->is.site, site)
          && VG_STREQ(w->is.name, name))
         return w;
   }
   if (VG_(sizeXA)(waits) == MOST_WAITS)
      return NULL;
   w = VG_(calloc)("aprof.handovers.wait", 1, sizeof *w);
   w->is = (HandoversWait){
      .kind = kind, .site = *site,
      .name = VG_(strdup)("aprof.handovers.name", name)
   };
   w->wakers = VG_(newXA)(VG_(malloc), "aprof.handovers.wakers", VG_(free),
                          sizeof(HandoversWaker));
   w->number = VG_(addToXA)(waits, &w);
   return w;
}

void handovers_wait(ThreadId tid, WaitKind kind, Addr futex)
{
   Thread *t;

   if (threads == NULL)
      return;
   t = &threads[tid];
   t->begins_to_wait = True;
   t->kind = kind;
   t->futex = futex;
   t->wait_begun = schedule_clock(tid);
}

void handovers_code_stops(ThreadId tid)
{
   WaitSite site;
   Thread *t;

   if (threads == NULL || !threads[tid].begins_to_wait)
      return;
   t = &threads[tid];
   t->begins_to_wait = False;
   site = wait_sites_of(tid);
   t->wait = find_wait(t->kind, &site, name_of(t->kind, t->futex));
   if (t->wait != NULL)
      t->wait->is.waits++;
}

/* A wait that no thread has ended: its time is over. */
void handovers_code_starts(ThreadId tid)
{
   Thread *t;

   if (threads == NULL || threads[tid].wait == NULL
       || schedule_state_of(tid) == SCHEDULE_BLOCKED)
      return;
   t = &threads[tid];
   t->wait->is.time += schedule_clock(tid) - t->wait_begun;
   t->wait = NULL;
}

/* --- what is waited for --- */

void handovers_flush(ThreadId tid)
{
   if (threads != NULL)
      threads[tid].cursor = schedule_clock(tid);
}

void handovers_ran(ThreadId tid, UInt place, ULong time)
{
   Thread *t;

   if (threads == NULL)
      return;
   t = &threads[tid];
   if (t->ring == NULL)
      t->ring = VG_(malloc)("aprof.handovers.ring", RING * sizeof *t->ring);
   t->ring[t->stretches++ % RING] =
      (Stretch){ t->cursor, time, schedule_clock(tid), place };
   t->cursor -= time < t->cursor ? time : t->cursor;
}

/* Add what the thread has done from `begin` on to what the wait waits for. */
static void add_done(Wait *w, const Thread *by, ULong begin)
{
   const ULong known = by->stretches < RING ? by->stretches : RING;

   for (ULong i = 1; i <= known; i++) {
      const Stretch *s = &by->ring[(by->stretches - i) % RING];
      if (s->flushed <= begin)
         return;
      if (s->end <= begin)
         continue;
      grow(&w->during, &w->during_count, s->place + 1);
      w->during[s->place] += s->time < s->end - begin ? s->time
                                                      : s->end - begin;
   }
}

static void add_waker(Wait *w, ThreadId by, ULong time)
{
   const WaitSite site = wait_sites_of(by);
   HandoversWaker waker = { site, 1, time };

   for (Word i = 0; i < VG_(sizeXA)(w->wakers); i++) {
      HandoversWaker *known = VG_(indexXA)(w->wakers, i);
      if (wait_sites_equal(&known->site, &site)) {
         known->wakes++;
         known->time += time;
         return;
      }
   }
   VG_(addToXA)(w->wakers, &waker);
}

void handovers_raised(UInt thread, UInt by)
{
   Thread *to;
   const Thread *from;

   if (threads == NULL)
      return;
   to = &threads[thread];
   from = &threads[by];
   grow(&to->path, &to->path_count, from->path_count);
   for (UInt i = 0; i < to->path_count; i++)
      to->path[i] = i < from->path_count ? from->path[i] : 0;
   to->counted = schedule_clock(thread);
}

static void add_to_path(Thread *t, const Wait *w, ULong time)
{
   grow(&t->path, &t->path_count, w->number + 1);
   t->path[w->number] += time;
}

/* The thread has waited since then for what the other one has done.  Unless
   nothing was waited for, both are at the end of the same path, and go on from
   there. */
static void add_time(Wait *w, Thread *t, UInt by, ULong begun, ULong now)
{
   Thread *waker = &threads[by];

   w->is.time += now - begun;
   add_done(w, waker, begun);
   if (begun < waker->counted)
      begun = waker->counted;
   if (now <= begun)
      return;
   add_to_path(waker, w, now - begun);
   add_to_path(t, w, now - begun);
   waker->counted = now;
}

void handovers_woken(UInt thread, UInt by, uint64_t blocked)
{
   const ULong now = schedule_clock(by);
   Thread *t;
   Wait *w;

   if (threads == NULL || threads[thread].wait == NULL)
      return;
   t = &threads[thread];
   w = t->wait;
   t->wait = NULL;
   if (now <= blocked)
      return;
   add_waker(w, by, now - blocked);
   add_time(w, t, by, blocked, now);
}

void handovers_spun(UInt thread, UInt by, const WaitSite *site, Addr word,
                    ULong since)
{
   const ULong now = schedule_clock(by);
   Wait *w = find_wait(WAIT_SPIN, site, name_of(WAIT_SPIN, word));

   if (w == NULL || now <= since)
      return;
   w->is.waits++;
   add_time(w, &threads[thread], by, since, now);
}

/* --- report --- */

static void report_during(const Wait *w, const HandoversReport *report)
{
   enum { MOST = 8 };
   ULong last = ~(ULong)0;
   UInt last_place = 0;

   for (UInt n = 0; n < MOST; n++) {
      const ULong *times = w->during;
      UInt best = w->during_count;

      for (UInt i = 0; i < w->during_count; i++)
         if ((times[i] < last || (times[i] == last && i > last_place))
             && times[i] > 0
             && (best == w->during_count || times[i] > times[best]))
            best = i;
      if (best == w->during_count)
         return;
      report->during(places_get(best), times[best]);
      last = times[best];
      last_place = best;
   }
}

void handovers_each(ThreadId tid, const HandoversReport *report)
{
   for (Word i = 0; threads != NULL && i < VG_(sizeXA)(waits); i++) {
      Wait *w = wait_of(i);

      w->is.path = i < threads[tid].path_count ? threads[tid].path[i] : 0;
      report->wait(&w->is);
      for (Word k = 0; k < VG_(sizeXA)(w->wakers); k++)
         report->waker(VG_(indexXA)(w->wakers, k));
      report_during(w, report);
   }
}

ULong handovers_lifetimes(void)
{
   ULong sum = lifetimes;

   for (ThreadId t = 1; threads != NULL && t < VG_N_THREADS; t++)
      if (threads[t].is_alive)
         sum += lifetime(t);
   return sum;
}
