/* A series that stands for a run with more data: see growth.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/growth.h"
#include "assess/run_growth.h"
#include "assess/runtime_objects.h"
#include "assess/size_argument.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "cli/outfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void growth_add(whatif *s, const whatif_growth *g)
{
   whatif_growth *to;

   s->growth = memory_grow(s->growth, s->growth_count, &s->growth_room,
                           sizeof *s->growth);
   to = &s->growth[s->growth_count++];
   *to = *g;
   to->object = memory_string(g->object);
   to->routine = memory_string(g->routine);
   to->basis = memory_string(g->basis);
}

/* The tool takes factors from 0 to a million, and the file has four
   decimals. */
static double in_range(double factor)
{
   return fmin(fmax(factor, 0.0001), 1e6);
}

void growth_of_profile(whatif *s, const model *profile, const scaling *list,
                       uint64_t scale)
{
   s->scale = scale;
   for (size_t i = 0; i < profile->routine_count; i++) {
      const model_routine *r = &profile->routines[i];
      const whatif_growth g = {
         .object = (char *)paths_file_name(profile->objects[r->object].name),
         .routine = r->name,
         .factor = in_range(list[i].factor), .low = in_range(list[i].low),
         .high = in_range(list[i].high),
         .basis = (char *)scaling_basis_names[list[i].basis],
      };

      /* The tool takes code without a symbol for the routine before it, which may
         not grow. */
      if (*r->name && (list[i].basis != SCALING_FIXED ||
                       runtime_objects_is_unnamed(profile, i)))
         growth_add(s, &g);
   }
}

void growth_tell_arguments(const model *profile, uint64_t scale)
{
   enum { MOST = 4 };
   const double worth = 0.05;         /* of the cost */
   const assess_options options = { .verdicts_from = INFINITY };
   size_t count, told = 0;
   assessment *list = assess_all(profile, &options, &count);
   run_growth runs = run_growth_find(profile);
   run_prediction by_runs;
   double sum = 0;

   for (size_t i = 0; i < count; i++)
      sum += (double)list[i].sums.self.sum;
   for (size_t i = 0; i < count && told < MOST; i++) {
      size_argument argument;
      char *words;

      if ((double)list[i].sums.self.sum < worth * sum ||
          run_growth_predict(&runs, list[i].routine, RUN_WORK_SELF,
                             (double)scale, &by_runs) ||
          !size_argument_find(&list[i], &argument))
         continue;
      words = size_argument_describe(
         &list[i], &argument, profile->routines[list[i].routine].name);
      message_note("what-if: how it grows with the data is not known of %s",
                   words);
      free(words);
      told++;
   }
   run_growth_free(&runs);
   assess_free(list, count);
}

/* Code that grows as what it is inlined into: a base run tells of it. */
static bool is_inlined(const whatif_growth *g)
{
   return strcmp(g->basis, GROWTH_INLINED) == 0;
}

void growth_move(whatif *to, const whatif *from)
{
   to->scale = from->scale;
   for (size_t i = 0; i < from->growth_count; i++)
      growth_add(to, &from->growth[i]);
}

whatif_growth *growth_find(const whatif *s, const char *routine)
{
   for (size_t i = 0; i < s->growth_count; i++)
      if (strcmp(s->growth[i].routine, routine) == 0)
         return &s->growth[i];
   return NULL;
}

bool growth_write(const whatif *s, const char *file,
                  const whatif_growth *bounded, int bound)
{
   outfile out;

   if (!outfile_open(&out, file, 0600))
      return false;
   for (size_t i = 0; i < s->growth_count; i++) {
      const whatif_growth *g = &s->growth[i];
      const double factor = g != bounded ? g->factor :
                            bound == 0 ? g->low : g->high;

      if (!is_inlined(g))
         fprintf(out.file, "%s\t%s\t%.4f\n", g->object, g->routine, factor);
   }
   return outfile_close(&out);
}

/* Bounds that differ by less, as a part, are one. */
#define SAME 0.001

int growth_bounds(const whatif_growth *g)
{
   return !is_inlined(g) && g->high - g->low > SAME * g->factor ? GROWTH_BOUNDS
                                                                : 0;
}

/* --- the interval --- */

/* The program's time if the routine has `work` times its work. */
typedef struct {
   double work, time;
} sample;

static int by_work(const void *a, const void *b)
{
   const sample *p = a, *q = b;

   return (p->work > q->work) - (p->work < q->work);
}

/* Interpolate; beyond the ends, go on as between the last two. */
static double time_at(const sample *list, size_t count, double work)
{
   size_t i = 1;
   double steepness;

   while (i + 1 < count && list[i].work < work)
      i++;
   if (list[i].work <= list[i - 1].work)
      return list[i].time;
   steepness = (list[i].time - list[i - 1].time) /
               (list[i].work - list[i - 1].work);
   return list[i].time + steepness * (work - list[i].work);
}

/* Return all that was measured, in ascending order; the caller frees it. */
static sample *samples_of(const whatif *s, const gains_row *r,
                          const whatif_growth *g, size_t *count)
{
   sample *list = memory_new(r->count + 1 + GROWTH_BOUNDS, sizeof *list);
   size_t n = 0;

   for (size_t i = 0; i < r->count; i++)
      if (r->points[i]->state == POINT_DONE)
         list[n++] = (sample){ 1 - r->points[i]->percent / 100.0,
                               (double)r->points[i]->clock };
   list[n++] = (sample){ 1, (double)s->base[0].clock };
   list[n++] = (sample){ g->low / g->factor, (double)g->clocks[0] };
   list[n++] = (sample){ g->high / g->factor, (double)g->clocks[1] };
   qsort(list, n, sizeof *list, by_work);
   *count = n;
   return list;
}

bool growth_interval(const whatif *s, const gains_row *r,
                     const whatif_point *p, double *low, double *high)
{
   const whatif_growth *g = growth_find(s, r->name);
   const double less = 1 - p->percent / 100.0;
   whatif_estimate e;
   sample *list;
   size_t count;

   if (g == NULL || g->clocks[0] == 0 || g->clocks[1] == 0 ||
       p->state != POINT_DONE)
      return false;
   list = samples_of(s, r, g, &count);
   e = whatif_gain(s, p);
   *low = e.gain - whatif_error(&e);
   *high = e.gain + whatif_error(&e);
   for (int bound = 0; bound < GROWTH_BOUNDS; bound++) {
      const double work = (bound == 0 ? g->low : g->high) / g->factor;
      const double gain = 100 * (1 - time_at(list, count, work * less) /
                                     time_at(list, count, work));

      *low = fmin(*low, gain);
      *high = fmax(*high, gain);
   }
   free(list);
   return true;
}
