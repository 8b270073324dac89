/* Costs beside a routine: see assess/beside.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/beside.h"
#include "base/memory.h"
#include "profile/reach.h"

#include <math.h>
#include <stdlib.h>

static beside_suspect find_others(const ranked *r)
{
   const model *m = r->assessment->m;
   const size_t routine = r->assessment->routine;
   bool *below = memory_new(m->routine_count, sizeof *below);
   bool *apart = memory_new(m->routine_count, sizeof *apart);

   below[routine] = apart[routine] = true;
   reach_spread(m, false, REACH_ALL, below);
   reach_spread(m, true, REACH_ALL, apart);
   for (size_t i = 0; i < m->routine_count; i++)
      apart[i] = !apart[i] && !below[i];
   below[routine] = false;
   return (beside_suspect){ r, below, apart };
}

static int compare(const void *p, const void *q)
{
   const prof_sum a = ((const beside_suspect *)p)->suspect->assessment
                      ->sums.outermost;
   const prof_sum b = ((const beside_suspect *)q)->suspect->assessment
                      ->sums.outermost;

   return (a < b) - (a > b);
}

beside beside_find(const order_ranking *ranking)
{
   beside b = { memory_new(ranking->count + 1, sizeof *b.list), 0 };

   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];

      if (ranked_is_suspect(r) && r->assessment->thread == MODEL_ALL_THREADS)
         b.list[b.count++] = find_others(r);
   }
   qsort(b.list, b.count, sizeof *b.list, compare);
   return b;
}

void beside_free(beside *b)
{
   for (size_t i = 0; i < b->count; i++) {
      free(b->list[i].below);
      free(b->list[i].apart);
   }
   free(b->list);
   *b = (beside){ .list = NULL };
}

static bool predict_one(const ranked *r, double size, prediction *p)
{
   return r->by_reread ? predict_reread(r, size, p)
                       : predict(r->assessment, size, p);
}

/* Return whether a suspect is above a routine or apart from it, and apart from the
   suspects before it that are counted. */
static bool counts(const beside *b, size_t i, size_t routine,
                   const bool *counted)
{
   if (!b->list[i].apart[routine] && !b->list[i].below[routine])
      return false;
   for (size_t k = 0; k < i; k++)
      if (counted[k] &&
          !b->list[i].apart[b->list[k].suspect->assessment->routine])
         return false;
   return true;
}

bool beside_predict(const beside *b, const ranked *r, double size,
                    prediction *p)
{
   const assessment *a = r->assessment;
   const double scale = size / fmax((double)a->size_max, 1);
   double run, more = 0;
   bool *counted;

   if (!predict_one(r, size, p))
      return false;
   run = p->run;
   counted = memory_new(b->count + 1, sizeof *counted);
   for (size_t i = 0; i < b->count; i++) {
      const ranked *other = b->list[i].suspect;
      const assessment *of = other->assessment;
      prediction q;

      if (!counts(b, i, a->routine, counted) ||
          !predict_one(other, scale * (double)of->size_max, &q))
         continue;
      counted[i] = true;
      /* What is above the routine has its cost. */
      if (b->list[i].below[a->routine])
         run = fmax(run, q.run);
      else
         more += q.percent / 100 * q.run - scale * (double)of->sums.outermost;
   }
   run += fmax(more, 0);
   p->percent *= p->run / run;
   p->run = run;
   free(counted);
   return true;
}
