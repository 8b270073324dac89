/* Which routines the critical path leads through: see critical_path.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/critical_path.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

/* Counters stay where they are: instrumented code holds their addresses. */
enum { CHUNK = 1024 };
static XArray *chunks;            /* of pointers to CHUNK counters */

/* By number of a counter. */
static XArray *routines;          /* Routine pointers */
static ULong *totals;             /* of all threads */
static UInt capacity;             /* of the totals */

static XArray *numbers;           /* by routine id: number of its counter + 1,
                                     or 0 */

typedef struct {
   ULong *times;                  /* by number of a counter */
   UInt count;                    /* beyond, all times are 0 */
} Path;

static Path *paths;               /* by ThreadId */

static UInt counters(void)
{
   return routines == NULL ? 0 : VG_(sizeXA)(routines);
}

static ULong *counter(UInt number)
{
   return *(ULong **)VG_(indexXA)(chunks, number / CHUNK) + number % CHUNK;
}

static void init(void)
{
   chunks = VG_(newXA)(VG_(malloc), "aprof.path.chunks", VG_(free),
                       sizeof(ULong *));
   routines = VG_(newXA)(VG_(malloc), "aprof.path.routines", VG_(free),
                         sizeof(Routine *));
   numbers = VG_(newXA)(VG_(malloc), "aprof.path.numbers", VG_(free),
                        sizeof(UInt));
}

static UInt new_counter(Routine *r)
{
   UInt number = VG_(addToXA)(routines, &r);

   if (number % CHUNK == 0) {
      ULong *chunk = VG_(calloc)("aprof.path.chunk", CHUNK, sizeof *chunk);
      VG_(addToXA)(chunks, &chunk);
   }
   if (number >= capacity) {
      totals = VG_(realloc)("aprof.path.totals", totals,
                            (capacity + CHUNK) * sizeof *totals);
      VG_(memset)(totals + capacity, 0, CHUNK * sizeof *totals);
      capacity += CHUNK;
   }
   return number;
}

ULong *critical_path_counter(Routine *r)
{
   UInt id = r == NULL ? 0 : r->id + 1, none = 0;
   UInt *number;

   if (routines == NULL)
      init();
   while (VG_(sizeXA)(numbers) <= id)
      VG_(addToXA)(numbers, &none);
   number = VG_(indexXA)(numbers, id);
   if (*number == 0)
      *number = new_counter(r) + 1;
   return counter(*number - 1);
}

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

void critical_path_flush(ThreadId tid)
{
   Path *p = path_of(tid);
   UInt n = counters();

   grow(p, n);
   for (UInt i = 0; i < n; i++) {
      ULong *time = counter(i);
      if (*time == 0)
         continue;
      p->times[i] += *time;
      totals[i] += *time;
      *time = 0;
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
                        void (*report)(const Routine *r, ULong self,
                                       ULong path))
{
   const Path *p = path_of(tid);

   for (UInt i = 0; i < counters(); i++)
      if (totals[i] > 0)
         report(*(Routine **)VG_(indexXA)(routines, i), totals[i],
                i < p->count ? p->times[i] : 0);
}
