/* Which places the critical path leads through: see critical_path.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/critical_path.h"
#include "sched/handovers.h"
#include "pub_tool_threadstate.h"

static ULong *totals;             /* of all threads, by number of a place */
static UInt capacity;             /* of the totals */

typedef struct {
   ULong *times;                  /* by number of a place */
   UInt count;                    /* beyond, all times are 0 */
} Path;

static Path *paths;               /* by ThreadId */

static Path *path_of(ThreadId tid)
{
   if (paths == NULL)
      paths = VG_(calloc)("aprof.path.paths", VG_N_THREADS, sizeof *paths);
   return &paths[tid];
}

static void grow(Path *p, UInt count)
{
   if (p->count >= count)
      return;
   p->times = VG_(realloc)("aprof.path.times", p->times,
                           count * sizeof *p->times);
   VG_(memset)(p->times + p->count, 0, (count - p->count) * sizeof *p->times);
   p->count = count;
}

static void grow_totals(UInt count)
{
   if (capacity >= count)
      return;
   count += count / 2;
   totals = VG_(realloc)("aprof.path.totals", totals, count * sizeof *totals);
   VG_(memset)(totals + capacity, 0, (count - capacity) * sizeof *totals);
   capacity = count;
}

static void take(ThreadId tid, UInt place, ULong *time)
{
   path_of(tid)->times[place] += *time;
   totals[place] += *time;
   handovers_ran(tid, place, *time);
   *time = 0;
}

/* A large program has thousands of places, and this is done at each system call:
   so a counter that is 0 is to cost a comparison, and no more. */
void critical_path_flush(ThreadId tid)
{
   UInt n = places_count(), together;

   grow(path_of(tid), n);
   grow_totals(n);
   handovers_flush(tid);
   for (UInt first = 0; first < n; first += together) {
      ULong *times = places_counters(first, &together);
      for (UInt i = 0; i < together; i++)
         if (times[i] != 0)
            take(tid, first + i, &times[i]);
   }
}

void critical_path_begin(ThreadId tid)
{
   Path *p = path_of(tid);

   if (p->count > 0)
      VG_(memset)(p->times, 0, p->count * sizeof *p->times);
}

void critical_path_raised(UInt thread, UInt by)
{
   Path *to = path_of(thread), *from = path_of(by);

   grow(to, from->count);
   for (UInt i = 0; i < to->count; i++)
      to->times[i] = i < from->count ? from->times[i] : 0;
}

void critical_path_each(ThreadId tid,
                        void (*report)(const Place *p, ULong self,
                                       ULong path))
{
   const Path *path = path_of(tid);

   for (UInt i = 0; i < places_count() && i < capacity; i++)
      if (totals[i] > 0)
         report(places_get(i), totals[i],
                i < path->count ? path->times[i] : 0);
}
