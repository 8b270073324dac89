/* The routines of a series, and what they gain: see whatif/gains.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/gains.h"
#include "base/languages.h"
#include "base/memory.h"
#include "base/paths.h"
#include "names/shorten.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *gains_name(const char *name, size_t width)
{
   const size_t n = strlen(name);
   const bool has_callees = n > 1 && name[n - 1] == '+';
   char *symbol = memory_part(name, n - has_callees);
   char *decoded = languages_decoded(symbol);
   char *whole = memory_format("%s%s", decoded ? decoded : symbol,
                               has_callees ? "+" : "");
   char *shown = shorten_name(whole, width);

   free(whole);
   free(decoded);
   free(symbol);
   return shown;
}

static int by_percent(const void *a, const void *b)
{
   const whatif_point *p = *(const whatif_point *const *)a;
   const whatif_point *q = *(const whatif_point *const *)b;

   return (p->percent > q->percent) - (p->percent < q->percent);
}

const gains_row *gains_find(const gains_row *rows, size_t count,
                            const char *name)
{
   for (size_t i = 0; i < count; i++)
      if (strcmp(rows[i].name, name) == 0)
         return &rows[i];
   return NULL;
}

const whatif_point *gains_usual_point(const gains_row *r)
{
   const whatif_point *best = NULL;

   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];

      if (p->state == POINT_DONE &&
          (best == NULL || abs((int)p->percent - GAINS_USUAL) <
                           abs((int)best->percent - GAINS_USUAL)))
         best = p;
   }
   return best;
}

/* Return its gain; -1000 if there is none. */
static double usual_gain(const whatif *s, const gains_row *r)
{
   const whatif_point *p = gains_usual_point(r);

   return p ? whatif_gain(s, p).gain : -1000;
}

/* Return the greatest mean gain from 0 up to some step, as Coz's viewer ranks
   by impact: the area below the curve, divided by the step. */
static double impact(const whatif *s, const gains_row *r)
{
   double greatest = 0, area = 0, gain = 0;
   unsigned percent = 0;

   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];
      double next;

      if (p->state != POINT_DONE || p->percent == 0)
         continue;
      next = whatif_gain(s, p).gain;
      area += (gain + next) / 2 * (p->percent - percent);
      gain = next;
      percent = p->percent;
      greatest = fmax(greatest, area / percent);
   }
   return greatest;
}

static double rank(const whatif *s, const gains_row *r)
{
   return s->order == WHATIF_BY_IMPACT ? impact(s, r) : usual_gain(s, r);
}

/* Insertion sort: there are few rows. */
static void sort_rows(const whatif *s, gains_row *rows, size_t count)
{
   for (size_t i = 1; i < count; i++) {
      const gains_row row = rows[i];
      const double gain = rank(s, &row);
      size_t k = i;

      for (; k > 0; k--) {
         const double other = rank(s, &rows[k - 1]);

         if (other > gain ||
             (other == gain && !(rows[k - 1].slope < row.slope)))
            break;
         rows[k] = rows[k - 1];
      }
      rows[k] = row;
   }
}

static void free_row(gains_row *r)
{
   free(r->shown);
   free(r->points);
}

/* Drop the rows with too few points that are done; the base run is one. */
static size_t drop_rows(const whatif *s, gains_row *rows, size_t count)
{
   size_t kept = 0;

   for (size_t i = 0; i < count; i++) {
      size_t done = 1;

      for (size_t k = 0; k < rows[i].count; k++)
         done += rows[i].points[k]->state == POINT_DONE;
      if (done >= s->least_points)
         rows[kept++] = rows[i];
      else
         free_row(&rows[i]);
   }
   return kept;
}

gains_row *gains_rows(const whatif *s, size_t *count)
{
   gains_row *rows = memory_new(s->point_count + 1, sizeof *rows);

   *count = 0;
   for (size_t i = 0; i < s->point_count; i++) {
      const whatif_point *p = &s->points[i];
      gains_row *r = (gains_row *)gains_find(rows, *count, p->routine);

      if (r == NULL) {
         r = &rows[(*count)++];
         r->name = p->routine;
         r->shown = gains_name(p->routine, GAINS_NAME_WIDTH);
         r->self = 100 * whatif_self(s, p->routine);
         r->slope = 100 * whatif_slope(s, p->routine);
         r->points = memory_new(s->point_count, sizeof *r->points);
      }
      r->points[r->count++] = p;
   }
   for (size_t i = 0; i < *count; i++)
      qsort(rows[i].points, rows[i].count, sizeof *rows[i].points, by_percent);
   *count = drop_rows(s, rows, *count);
   sort_rows(s, rows, *count);
   return rows;
}

void gains_free(gains_row *rows, size_t count)
{
   for (size_t i = 0; i < count; i++)
      free_row(&rows[i]);
   free(rows);
}

char *gains_subject(const whatif *s)
{
   const whatif_progress *p;
   char *name, *words;

   if (s->measure == WHATIF_END)
      return memory_string("the program");
   p = &s->base[0].progress.list[s->measure];
   name = gains_name(paths_file_name(p->name), GAINS_NAME_WIDTH);
   words = memory_format(p->is_pair ? "the latency of %s"
                                    : "the throughput at %s", name);
   free(name);
   return words;
}
