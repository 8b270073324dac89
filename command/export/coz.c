/* A series of aprof what-if as a profile of Coz, which Coz's viewer opens.

   An experiment is a run; its duration is virtual time.  The viewer divides the
   duration by the visits (delta), and for latencies multiplies it with the mean
   number in progress (difference) and divides by the arrivals.  The numbers are
   whole, and each point has its own interval.  So there is an experiment for
   each run and each point: for visits from the first to the last one, for
   latencies as if one piece of work came after the other.

   A run of 0 % is the baseline of each routine or line.  The viewer adds up the
   experiments of the same speed-up, so it shows the mean of all quanta.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/coz.h"

#include "base/message.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static uint64_t nanoseconds(const whatif *s, uint64_t units)
{
   return (uint64_t)((double)units / (double)s->settings[WHATIF_UNITS] /
                     (double)s->settings[WHATIF_INSTR_PER_NS] + 0.5);
}

/* The time between two samples, as in Coz. */
enum { SAMPLE_NS = 1000000 };

static void put_experiment(FILE *f, const whatif *s, const char *what,
                           unsigned percent, uint64_t duration)
{
   const double share = whatif_self(s, what);
   const double self = isnan(share) ? 0 : share * (100 - percent) / 100 *
                       (double)nanoseconds(s, s->base[0].clock);

   fprintf(f, "experiment\tselected=%s\tspeedup=%.2f\tduration=%" PRIu64
           "\tselected-samples=%.0f\n", what, percent / 100.0,
           nanoseconds(s, duration), self / SAMPLE_NS);
}

static void put_run(FILE *f, const whatif *s, const char *what,
                    unsigned percent, const whatif_progresses *list,
                    uint64_t clock)
{
   for (size_t i = 0; i < list->count; i++) {
      const whatif_progress *p = &list->list[i];

      if (whatif_same_progress(&s->base[0].progress, p) == NULL)
         continue;
      put_experiment(f, s, what, percent,
                     p->is_pair ? p->total : p->last - p->first);
      if (p->is_pair)
         fprintf(f, "latency-point\tname=%s\tarrivals=%" PRIu64
                 "\tdepartures=%" PRIu64 "\tdifference=1\n", p->name,
                 p->begun, p->ended);
      else
         fprintf(f, "throughput-point\tname=%s\tdelta=%" PRIu64 "\n",
                 p->name, p->visits - 1);
   }
   if (s->base[0].progress.count == 0) {
      put_experiment(f, s, what, percent, clock);
      fputs("throughput-point\tname=end-to-end\tdelta=1\n", f);
   }
}

static bool is_first(const whatif *s, size_t i)
{
   for (size_t k = 0; k < i; k++)
      if (strcmp(s->points[k].routine, s->points[i].routine) == 0)
         return false;
   return true;
}

/* Put the runs of a routine that are done, after the base run. */
static void put_runs(FILE *f, const whatif *s, const char *what,
                     const whatif_base *base, const whatif_point *points,
                     size_t count)
{
   put_run(f, s, what, 0, &base->progress, base->clock);
   for (size_t i = 0; i < count; i++)
      if (points[i].state == POINT_DONE && points[i].percent > 0 &&
          strcmp(points[i].routine, what) == 0)
         put_run(f, s, what, points[i].percent, &points[i].progress,
                 points[i].clock);
}

/* Are all runs of the routine at this quantum done?  Otherwise the viewer would
   compare some with the base runs of others. */
static bool is_whole(const whatif_again *a, const char *what)
{
   for (size_t i = 0; i < a->point_count; i++)
      if (a->points[i].state != POINT_DONE &&
          strcmp(a->points[i].routine, what) == 0)
         return false;
   return a->has_base;
}

size_t export_coz_points(const whatif *s)
{
   size_t most = 0;

   for (size_t i = 0; i < s->point_count; i++) {
      size_t n = 1;                   /* the base run */

      for (size_t k = 0; k < s->point_count; k++)
         n += s->points[k].state == POINT_DONE && s->points[k].percent > 0 &&
              strcmp(s->points[k].routine, s->points[i].routine) == 0;
      if (n > most)
         most = n;
   }
   return most;
}

int export_coz(FILE *f, const whatif *s)
{
   fputs("startup\ttime=0\n", f);
   for (size_t i = 0; i < s->point_count; i++) {
      const char *what = s->points[i].routine;

      if (!is_first(s, i))
         continue;
      put_runs(f, s, what, &s->base[0], s->points, s->point_count);
      for (size_t k = 0; k < s->again_count; k++)
         if (is_whole(&s->again[k], what))
            put_runs(f, s, what, &s->again[k].base, s->again[k].points,
                     s->again[k].point_count);
   }
   fprintf(f, "runtime\ttime=%" PRIu64 "\n",
           nanoseconds(s, s->base[0].clock));
   for (size_t i = 0; i < s->routine_count; i++)
      if (*s->routines[i].name && s->routines[i].self > 0)
         fprintf(f, "samples\tlocation=%s\tcount=%" PRIu64 "\n",
                 s->routines[i].name,
                 nanoseconds(s, s->routines[i].self) / SAMPLE_NS);
   return STATUS_DONE;
}
