/* Diagnostics of a sample.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/diagnostics.h"
#include "infer/curve.h"
#include "infer/tuning.h"

#include <math.h>
#include <string.h>

/* Costs fall: the rank correlation with the size, and the last third's median
   relative to that of the first third, are below these. */
static const double falling_rank = -.5, falling_ratio = .8;
/* The size does not explain the cost: neighbours scatter by more. */
static const double unexplained = .8;
/* The ratio of two scatters that differ; the least scatter. */
static const double change = 4, min_scatter = .02;
/* Points of a third whose scatter is compared by itself. */
static const size_t min_third = 8;
/* A cost is far off a curve: standard deviations, and the logarithm. */
static const double far_off_scatter = 6, min_far_off = .7;

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

bool diagnostics_is_falling(const sample *s, size_t first)
{
   size_t count = s->count - first, third = count / 3;
   double lower[SAMPLE_MAX], upper[SAMPLE_MAX];

   memcpy(lower, &s->cost[first], third * sizeof *lower);
   memcpy(upper, &s->cost[s->count - third], third * sizeof *upper);
   return sample_median(upper, third) <
             falling_ratio * sample_median(lower, third) &&
          rank_correlation(&s->size[first], &s->cost[first], count) <
             falling_rank;
}

/* Return the root mean square of the residuals around their median, the largest
   sixth left out. */
static double usual_scatter(const sample *s, size_t first, size_t past)
{
   size_t count = past - first, kept = count - (count + 3) / 6;
   double off[SAMPLE_MAX], sum = 0, median;

   memcpy(off, &s->residual[first], count * sizeof *off);
   median = sample_median(off, count);
   for (size_t i = 0; i < count; i++)
      off[i] = fabs(s->residual[first + i] - median);
   sample_median(off, count);        /* sorts */
   for (size_t i = 0; i < kept; i++)
      sum += off[i] * off[i];
   return kept > 0 ? sqrt(sum / kept) : 0;
}

/* Return the root mean square of the differences between neighbours, the
   largest sixth left out; with few points a third, because two outliers cause
   four large differences. */
static double neighbour_scatter(const sample *s)
{
   double step[SAMPLE_MAX], sum = 0;
   size_t count = s->count - 1, kept = count - count / (count < 23 ? 3 : 6);

   for (size_t i = 0; i < count; i++)
      step[i] = fabs(s->residual[i + 1] - s->residual[i]);
   sample_median(step, count);       /* sorts */
   for (size_t i = 0; i < kept; i++)
      sum += step[i] * step[i];
   return sqrt(sum / kept / 2);
}

/* Return the ratio of two scatters; 1 if both are below the least scatter. */
static double ratio_of(double upper, double lower)
{
   if (fmax(lower, upper) < min_scatter)
      return 1;
   return fmax(upper, min_scatter / 4) / fmax(lower, min_scatter / 4);
}

/* Two measures: differences between neighbours ignore outliers, residuals show
   what happens sometimes.  A slow path that a small input takes is a large
   outlier, so growth by either measure comes first. */
scatter_change diagnostics_scatter_change(const sample *s)
{
   size_t half = s->count / 2, third = s->count / 3;
   double usual = ratio_of(usual_scatter(s, half, s->count),
                           usual_scatter(s, 0, half));
   double upper_steps = sample_scatter(s, half, s->count);
   double steps = ratio_of(upper_steps, sample_scatter(s, 0, half));

   if (third >= min_third)
      steps = fmax(steps, ratio_of(upper_steps, sample_scatter(s, 0, third)));
   if (steps > change || usual > change)
      return SCATTER_GROWS;
   if (steps < 1 / change || usual < 1 / change)
      return SCATTER_FALLS;
   return SCATTER_IS_EVEN;
}

bool diagnostics_is_unexplained(const sample *s)
{
   return s->scatter > unexplained || neighbour_scatter(s) > unexplained;
}

bool diagnostics_falls_at(const sample *s, const verdict_curve *curve,
                          double size)
{
   enum { LAST = 3 };
   double last[LAST];
   size_t below = 0, count;

   while (below < s->count && s->size[below] < size)
      below++;
   count = below < LAST ? below : LAST;
   memcpy(last, &s->cost[below - count], count * sizeof *last);
   return sample_median(last, count) * s->unit >
          tuning_values.break_fall * curve_at(curve, size);
}

/* Return whether a cost is far off a curve: 1 above, -1 below, 0 no. */
static int side_of_curve(const sample *s, const verdict_curve *curve, size_t i)
{
   const double limit = fmax(far_off_scatter * s->scatter, min_far_off);
   const double off = log(s->cost[i] * s->unit /
                          curve_at(curve, s->size[i]));

   return off > limit ? 1 : off < -limit ? -1 : 0;
}

bool diagnostics_is_largest_off(const sample *s, const verdict_curve *curve)
{
   return curve->count > 0 && (side_of_curve(s, curve, s->count - 1) != 0 ||
                               side_of_curve(s, curve, s->count - 2) != 0);
}

bool diagnostics_both_largest_off(const sample *s, const verdict_curve *curve)
{
   const size_t last = s->count - 1;

   return curve->count > 0 && side_of_curve(s, curve, last) != 0 &&
          side_of_curve(s, curve, last) == side_of_curve(s, curve, last - 1);
}
