/* How much the sizes of calls differ: see assess/size_spread.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/size_spread.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Some of a routine's calls are all that have such sizes, but for this part. */
#define OTHER_CALLS 0.1

/* How sizes differ. */
typedef struct {
   double calls, sum, squares;
} sizes;

static void add_size(sizes *s, double size, double calls)
{
   s->calls += calls;
   s->sum += calls * size;
   s->squares += calls * size * size;
}

/* Return the sum of the squares of the differences from the mean. */
static double variation(const sizes *s)
{
   return s->calls > 0 ? fmax(0, s->squares - s->sum * s->sum / s->calls) : 0;
}

/* Set calls_at[i] to the number of calls at points[i] that are among so many
   calls whose sizes are nearest to `mean`, and not below half of it. */
static void find_nearest(const prof_tuple *points, size_t count, double mean,
                         double calls, double *calls_at)
{
   size_t above = 0, below;

   while (above < count && (double)points[above].size < mean)
      above++;
   below = above;
   while (calls > 0) {
      const bool has_below = below > 0 &&
                             2 * (double)points[below - 1].size >= mean;
      const bool is_below =
         has_below && (above == count ||
                       mean - (double)points[below - 1].size <
                          (double)points[above].size - mean);
      size_t at;

      if (!has_below && above == count)
         return;
      at = is_below ? --below : above++;
      calls_at[at] = fmin((double)points[at].calls, calls);
      calls -= calls_at[at];
   }
}

bool size_spread_known(assessment *a, double mean, double calls)
{
   const prof_tuple *points = assess_points(a);
   double all = 0;

   for (size_t i = a->points_trms;
        i > 0 && 2 * (double)points[i - 1].size >= mean; i--)
      all += (double)points[i - 1].calls;
   return fabs(all - calls) <= OTHER_CALLS * calls;
}

double size_spread_least(assessment *a, double mean, double calls)
{
   const prof_tuple *points = assess_points(a);
   double *calls_at = memory_new(a->points_trms, sizeof *calls_at);
   sizes all = { 0, 0, 0 }, low = all;
   double least;

   find_nearest(points, a->points_trms, mean, calls, calls_at);
   for (size_t i = 0; i < a->points_trms; i++)
      add_size(&all, (double)points[i].size, calls_at[i]);
   least = variation(&all);
   for (size_t i = 0; i < a->points_trms; i++) {
      sizes high;

      add_size(&low, (double)points[i].size, calls_at[i]);
      high = (sizes){ all.calls - low.calls, all.sum - low.sum,
                      all.squares - low.squares };
      least = fmin(least, variation(&low) + variation(&high));
   }
   free(calls_at);
   return all.calls > 0 ? sqrt(least / all.calls) : 0;
}

double size_spread_part(assessment *a, double least, double calls)
{
   const prof_tuple *points = assess_points(a);
   sizes all = { 0, 0, 0 };

   for (size_t i = a->points_trms;
        i > 0 && (double)points[i - 1].size >= least; i--)
      add_size(&all, (double)points[i - 1].size, (double)points[i - 1].calls);
   if (all.sum == 0 || fabs(all.calls - calls) > OTHER_CALLS * calls)
      return 1;
   return fmin(1, sqrt(all.calls * variation(&all)) / all.sum);
}
