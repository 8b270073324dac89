/* Growth that has only begun: see assess/steep_end.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/steep_end.h"
#include "profile/reach.h"

#include <math.h>

/* Sizes that count as one, by their factor. */
#define ALIKE 1.2
/* Steps from size to size at the end, each of which is that steep, and the factor
   between their ends, at the least.  n log n has 1.25 from 50 elements on; a table
   that doubles has one such step, and none after it. */
enum { STEPS = 3 };
#define STEEP 1.5
#define RANGE 4.0
/* A smaller part of the cost at ten times the input is no change of growth. */
#define MUCH 0.25
/* The part of a caller's cost that is most of it. */
#define MOST_OF 0.5
#define LATER 10.0

typedef struct { double size, cost, calls; } group;

/* Set the last groups of sizes, the largest first; return how many there are. */
static int last_groups(assessment *a, group g[STEPS + 1])
{
   const prof_tuple *points = assess_points(a);
   int count = 0;

   for (size_t i = a->points_trms; i-- > 0; ) {
      const double size = (double)points[i].size;
      const double calls = (double)points[i].calls;

      if (count == 0 || size * ALIKE < g[count - 1].size / g[count - 1].calls) {
         if (count == STEPS + 1)
            break;
         g[count++] = (group){ 0, 0, 0 };
      }
      g[count - 1].size += size * calls;
      g[count - 1].cost += (double)points[i].cost.sum;
      g[count - 1].calls += calls;
   }
   for (int i = 0; i < count; i++) {
      g[i].size /= g[i].calls;
      g[i].cost /= g[i].calls;
   }
   return count;
}

static bool is_in_each_run(const assessment *a)
{
   return a->thread == MODEL_ALL_THREADS && a->m->run_count > 1 &&
          a->points_trms > STEPS &&
          assess_is_called_seldom(a, ASSESS_CALLS_OF_WHOLE);
}

/* Return the exponent at the largest inputs; 0: it is not steep there. */
static double exponent_at_end(assessment *a, group *largest)
{
   group g[STEPS + 1];

   if (!is_in_each_run(a) || last_groups(a, g) < STEPS + 1 ||
       g[STEPS].size < 1 || g[0].size < RANGE * g[STEPS].size)
      return 0;
   for (int i = 0; i < STEPS; i++)
      if (g[i].cost <= g[i + 1].cost ||
          log(g[i].cost / g[i + 1].cost) <
             STEEP * log(g[i].size / g[i + 1].size))
         return 0;
   *largest = g[0];
   return log(g[0].cost / g[STEPS].cost) / log(g[0].size / g[STEPS].size);
}

/* Return whether one of two that have begun to grow is the cause of the other: it
   is called, and has most of the cost. */
static bool is_cause(const model *m, const steep_end *cause, const steep_end *of)
{
   return cause->part >= MOST_OF * of->part &&
          reach_has(m, of->routine->assessment->routine,
                    cause->routine->assessment->routine);
}

steep_end steep_end_below(const order_ranking *ranking, assessment *a)
{
   group whole[STEPS + 1], largest;
   steep_end found = { .routine = NULL };

   if (!is_in_each_run(a) || last_groups(a, whole) == 0)
      return found;
   for (size_t i = 0; i < ranking->count; i++) {
      assessment *of = ranking->list[i].assessment;
      const double exponent = of->routine == a->routine ? 0
                              : exponent_at_end(of, &largest);
      steep_end one = { &ranking->list[i], pow(2, exponent), 0, 0 };

      if (exponent == 0 || largest.cost > whole[0].cost)
         continue;
      one.part = largest.cost / whole[0].cost;
      one.later = one.part * pow(LATER, exponent);
      one.later /= one.later + (1 - one.part) * LATER;
      if (one.later >= MUCH && reach_has(a->m, a->routine, of->routine) &&
          (found.routine == NULL || is_cause(a->m, &one, &found) ||
           (one.later > found.later && !is_cause(a->m, &found, &one))))
         found = one;
   }
   return found;
}
