/* What points tell without a model: do costs fall, does their scatter change,
   does the size explain them at all?

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/scatter.h"

#include <math.h>
#include <string.h>

static const double falling_rank = -.5, falling_ratio = .8;
static const double unexplained = .8;
/* How many times as much is another scatter; less than least_scatter is none,
   and more than wild_lower at small sizes is no rounding. */
static const double change = 4, least_scatter = .02, wild_lower = .15;
static const size_t fewest_for_a_third = 8;

static void set_ranks(const double *values, size_t count, double *ranks)
{
   for (size_t i = 0; i < count; i++) {
      size_t less = 0, same = 0;

      for (size_t k = 0; k < count; k++) {
         less += values[k] < values[i];
         same += values[k] == values[i];
      }
      ranks[i] = less + (same - 1) / 2.;
   }
}

static double rank_correlation(const double *a, const double *b, size_t count)
{
   double ra[SAMPLE_MAX], rb[SAMPLE_MAX], mean = (count - 1) / 2.;
   double ab = 0, aa = 0, bb = 0;

   set_ranks(a, count, ra);
   set_ranks(b, count, rb);
   for (size_t i = 0; i < count; i++) {
      ab += (ra[i] - mean) * (rb[i] - mean);
      aa += (ra[i] - mean) * (ra[i] - mean);
      bb += (rb[i] - mean) * (rb[i] - mean);
   }
   return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

bool scatter_is_falling(const sample *s, size_t first)
{
   size_t count = s->count - first, third = count / 3;
   double lower[SAMPLE_MAX], upper[SAMPLE_MAX];

   memcpy(lower, &s->cost[first], third * sizeof *lower);
   memcpy(upper, &s->cost[s->count - third], third * sizeof *upper);
   return median_of(upper, third) < falling_ratio * median_of(lower, third) &&
          rank_correlation(&s->size[first], &s->cost[first], count) <
             falling_rank;
}

/* How far some points are off the pilot, the worst sixth aside. */
static double usual_scatter(const sample *s, size_t first, size_t past)
{
   size_t count = past - first, kept = count - (count + 3) / 6;
   double off[SAMPLE_MAX], sum = 0, middle;

   memcpy(off, &s->residual[first], count * sizeof *off);
   middle = median_of(off, count);
   for (size_t i = 0; i < count; i++)
      off[i] = fabs(s->residual[first + i] - middle);
   median_of(off, count);
   for (size_t i = 0; i < kept; i++)
      sum += off[i] * off[i];
   return kept > 0 ? sqrt(sum / kept) : 0;
}

/* How far neighbours differ, those that differ most aside: a sixth, or a third
   where two outliers would be that many. */
static double wild_scatter(const sample *s)
{
   double step[SAMPLE_MAX], sum = 0;
   size_t count = s->count - 1, kept = count - count / (count < 23 ? 3 : 6);

   for (size_t i = 0; i < count; i++)
      step[i] = fabs(s->residual[i + 1] - s->residual[i]);
   median_of(step, count);
   for (size_t i = 0; i < kept; i++)
      sum += step[i] * step[i];
   return sqrt(sum / kept / 2);
}

/* One scatter by another; 1 where both are as good as none. */
static double ratio_of(double upper, double lower)
{
   if (fmax(lower, upper) < least_scatter)
      return 1;
   return fmax(upper, least_scatter / 4) / fmax(lower, least_scatter / 4);
}

/* By the steps between neighbours, and by what is usual: the one sees through
   outliers, the other sees what is not there always.  A slow path that a small
   input takes is a wild outlier, so the steps come first. */
scatter_change scatter_changes(const sample *s)
{
   size_t half = s->count / 2, third = s->count / 3;
   double lower = usual_scatter(s, 0, half);
   double usual = ratio_of(usual_scatter(s, half, s->count), lower);
   double upper_steps = sample_scatter(s, half, s->count);
   double steps = ratio_of(upper_steps, sample_scatter(s, 0, half));

   if (third >= fewest_for_a_third)
      steps = fmax(steps, ratio_of(upper_steps, sample_scatter(s, 0, third)));
   if (steps > change || usual > change)
      return SCATTER_GROWS;
   if (steps < 1 / change || usual < 1 / change)
      return lower > wild_lower ? SCATTER_IS_WILD_BELOW : SCATTER_FALLS;
   return SCATTER_IS_EVEN;
}

bool scatter_is_unexplained(const sample *s)
{
   return s->scatter > unexplained || wild_scatter(s) > unexplained;
}
