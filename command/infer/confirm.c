/* Confirm a steep class by parts of the points.

   Evidence compares models with each other.  If none of them is right, as for a
   routine that does one of two things, the least wrong model gets the whole
   posterior: often the steepest, which is near 0 up to the largest sizes and
   then passes through these.  So the growth must be seen in parts of the points
   as well, and most points must be near the curve.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/confirm.h"
#include "infer/curve.h"

#include <math.h>
#include <string.h>

/* A part confirms a class if the posterior of nearly as steep growth there is
   at least this; nearly as steep: this part of the power above 1. */
static const double min_posterior = .5, nearly = .7;
/* With fewer sizes the largest one is left out, otherwise the two largest. */
static const size_t few_sizes = 10;
/* The least range of the upper half of the sizes. */
static const double upper_range = 4;
/* A gap between neighbours: the least ratio of their sizes, and the least
   multiple of the median step.  Points above a gap that are enough if costs are
   exact. */
static const double gap_ratio = 2.5, gap_steps = 4;
static const size_t min_above_gap_if_exact = 3;
/* With a smaller range than min_range no steep class is likely, with less than
   narrow_range none is sure, unless costs are exact: the relative spread around
   the curve is below this. */
static const double min_range = 4, narrow_range = 10, exact = .005;
/* If the leading term's share of the cost is below `little`, an inexact lower
   term explains as much, so costs must be more exact.  (n^2 with a share of 6 %
   fitted the costs of a sieve to .005.) */
static const double little = .3, exact_if_little = .0005;
/* A point is off the curve by this number of standard deviations and this
   logarithm; the largest part of points that may be. */
static const double off_scatter = 4, min_off = .3, max_off_part = .15;
/* How far the class's power may be above and below the exponent's interval;
   more below, because of logarithms. */
static const double exponent_below = .15, exponent_above = .4;
/* From this exponent on growth is not n log n, unless the interval is wide. */
static const double min_for_square = 1.75, wide_interval = 1;

bool confirm_concerns(const verdict *v)
{
   const double power = growth_power(v->growth);

   return v->confidence >= INFER_LIKELY && power > 1 && isfinite(power);
}

/* A class to confirm: growth of at least `bound`. */
typedef struct {
   growth bound;
   confirm_infer *infer_part;
   double *instead;
   const verdict *whole;
} hypothesis;

/* Return whether the exponent's interval suggests n^2 rather than n log n. */
static bool suggests_square(const verdict *v)
{
   const double power = growth_power(v->growth);

   return power > 2 && v->has_exponent && v->exponent_lo > min_for_square &&
          v->exponent_lo <= power &&
          v->exponent_hi - v->exponent_lo <= wide_interval;
}

void confirm_fallback(const verdict *v, double posterior[GROWTH_KINDS])
{
   memset(posterior, 0, GROWTH_KINDS * sizeof *posterior);
   posterior[suggests_square(v) ? GROWTH_QUADRATIC
                               : GROWTH_LINEARITHMIC] = 1;
}

/* Set `instead` to the posterior of a part, without classes as steep. */
static void set_instead(const hypothesis *h, const verdict *part)
{
   double total = 0;

   for (int i = 0; i < GROWTH_KINDS; i++) {
      growth g = { i, i == GROWTH_POWER ? part->growth.power : 0 };

      h->instead[i] = growth_compare(g, h->bound) < 0 ? part->posterior[i] : 0;
      total += h->instead[i];
   }
   if (!(total > 0)) {
      confirm_fallback(h->whole, h->instead);
      return;
   }
   for (int i = 0; i < GROWTH_KINDS; i++)
      h->instead[i] /= total;
}

/* Return whether growth nearly as steep is improbable in a part of the points;
   `unknown` if the points are too few. */
static bool contradicts(const hypothesis *h, const infer_point *points,
                        size_t count, bool unknown)
{
   verdict part;

   if (!h->infer_part(&part, points, count))
      return unknown;
   if (infer_at_least(&part, h->bound) >= min_posterior)
      return false;
   set_instead(h, &part);
   return true;
}

/* Return the first point above the last gap; 0: there is no gap. */
static size_t above_gap(const sample *s, const infer_point *points,
                        size_t count)
{
   double steps[SAMPLE_MAX], least;

   for (size_t i = 1; i < s->count; i++)
      steps[i - 1] = s->log_size[i] - s->log_size[i - 1];
   least = fmax(log(gap_ratio), gap_steps * sample_median(steps, s->count - 1));
   for (size_t i = count - 1; i > 0; i--)
      if (log(points[i].size / points[i - 1].size) > least)
         return i;
   return 0;
}

/* Return whether these sizes alone can show growth. */
static bool is_wide(const infer_point *points, size_t count)
{
   return points[count - 1].size >= upper_range * points[0].size;
}

/* Return the first point of the curve. */
static size_t first_of_regime(const verdict *v, const infer_point *points)
{
   size_t first = 0;

   while (points[first].size < v->curve.from)
      first++;
   return first;
}

/* Return whether the class is seen on one side of a gap only, or only across
   it. A few points above a gap lie on any curve; several points lie exactly on
   the right curve only. Too few points below the gap are ignored if the points
   above it are wide enough; points of another regime, before `first`, always
   are. */
static bool depends_on_gap(const hypothesis *h, const sample *s,
                           const infer_point *points, size_t first,
                           size_t count, bool is_exact)
{
   size_t upper = above_gap(s, points, count);

   return upper > first &&
          !(is_exact && count - upper >= min_above_gap_if_exact) &&
          (contradicts(h, points + first, upper - first,
                       !is_wide(points + upper, count - upper)) ||
           contradicts(h, points + upper, count - upper, false));
}

/* Return whether many points are off the curve. */
static bool many_are_off(const verdict *v, const sample *s)
{
   double limit = fmax(off_scatter * s->scatter, min_off);
   size_t off = 0, all = 0;

   for (size_t i = 0; i < s->count; i++) {
      double value = infer_curve_at(&v->curve, s->size[i]) / s->unit;

      if (s->size[i] < v->curve.from)
         continue;
      all++;
      off += !(value > 0 && fabs(log(s->cost[i] / value)) <= limit);
   }
   return (double)off > max_off_part * (double)all;
}

/* Return whether the curve is above the cost at the largest size: then it is
   too steep. */
static bool is_above_largest(const verdict *v, const sample *s)
{
   const size_t last = s->count - 1;
   const double value = infer_curve_at(&v->curve, s->size[last]) / s->unit;

   return value > 0 && log(value / s->cost[last]) >
                       fmax(off_scatter * s->scatter, min_off);
}

static bool contradicts_exponent(const verdict *v, double power)
{
   return v->has_exponent && (v->exponent_lo > power + exponent_above ||
                              v->exponent_hi < power - exponent_below);
}

bool confirm_is_exact(const verdict *v)
{
   const infer_curve *c = &v->curve;
   const bool is_little = c->count > 0 && curve_lead_at(c, v->size_max) <
                          little * infer_curve_at(c, v->size_max);

   return v->model_count > 0 &&
          v->models[0].spread < (is_little ? exact_if_little : exact);
}

bool confirm_is_narrow(const verdict *v)
{
   return !confirm_is_exact(v) && v->size_max < narrow_range * v->size_min;
}

bool confirm_fails(const verdict *v, const sample *s, const infer_point *points,
                   size_t count, confirm_infer *infer_part,
                   double instead[GROWTH_KINDS])
{
   const double power = growth_power(v->growth);
   const hypothesis h = { { GROWTH_POWER, 1 + (power - 1) * nearly },
                          infer_part, instead, v };
   size_t half = count / 2;
   const size_t most = count - (count < few_sizes ? 1 : 2);

   confirm_fallback(v, instead);
   while (half > 0 && points[half].size * upper_range > points[count - 1].size)
      half--;
   if (!confirm_is_exact(v) && v->size_max < min_range * v->size_min)
      return true;
   if (depends_on_gap(&h, s, points, first_of_regime(v, points), count,
                      confirm_is_exact(v)) ||
       many_are_off(v, s) || is_above_largest(v, s))
      return true;
   /* Only the right curve fits all points exactly. */
   return !confirm_is_exact(v) &&
          (contradicts_exponent(v, power) ||
           contradicts(&h, points, most, false) ||
           contradicts(&h, points + half, count - half, false));
}
