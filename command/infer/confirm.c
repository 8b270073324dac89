/* Does a steep class hang on a few points, or leave many unexplained?

   Evidence compares models with each other.  Where none is right, as of a
   routine that does one of two things, the least wrong one gets all of it:
   often the steepest, which is nothing until the largest sizes and meets
   these.  So what is said of growth has to be seen in parts of the points, too,
   and most points have to be where the curve says.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/confirm.h"

#include <math.h>
#include <string.h>

/* A part bears a class out if growth as steep, nearly, has this posterior
   there. */
static const double borne_out = .5;
/* By so much of what it has over n may the power be less. */
static const double nearly = .7;
/* Without the largest size, where there are so few, else without two. */
static const size_t few_sizes = 10;
/* The upper half of the sizes is to have this range. */
static const double upper_range = 4;
/* A gap between neighbours: by the ratio of their sizes, and in steps as they
   are usual. */
static const double gap_ratio = 2.5, gap_steps = 4;
static const size_t enough_if_exact = 3;
/* Without the first range no class is likely, without the second none is sure,
   unless the costs are exact. */
static const double least_range = 4, narrow_range = 10, exact = .005;
/* Where less of the cost than this is the leading term's, a lower one that is
   not quite right is as near: then costs are exact only below the second.  n^2
   that was 6 % of a sieve's costs suited them to .005. */
static const double little = .3, exact_if_little = .0005;
/* Off the curve: by so many standard deviations, and by more than this in the
   logarithm.  So many points may be. */
static const double off_scatter = 4, off_least = .3, most_off = .15;
/* The exponent's interval and the class's power may be so far apart; it may be
   larger where there are logarithms. */
static const double exponent_below = .15, exponent_above = .4;
/* An exponent from here on is none of n log n, unless its interval is wide. */
static const double least_for_square = 1.75, wide_interval = 1;

bool doubt_concerns(const verdict *v)
{
   const double power = growth_power(v->growth);

   return v->confidence >= INFER_LIKELY && power > 1 && isfinite(power);
}

typedef struct {
   growth bound;
   doubt_judge *judge_part;
   double *instead;
   const verdict *whole;
} claim;

/* Does the exponent's interval leave n^2 rather than n log n?  Where it is wide,
   or above the class itself, it says little. */
static bool is_square_left(const verdict *v)
{
   const double power = growth_power(v->growth);

   return power > 2 && v->has_exponent && v->exponent_lo > least_for_square &&
          v->exponent_lo <= power &&
          v->exponent_hi - v->exponent_lo <= wide_interval;
}

void doubt_instead(const verdict *v, double posterior[GROWTH_KINDS])
{
   memset(posterior, 0, GROWTH_KINDS * sizeof *posterior);
   posterior[is_square_left(v) ? GROWTH_QUADRATIC
                               : GROWTH_LINEARITHMIC] = 1;
}

/* What a part of the points says, but for what is as steep. */
static void set_instead(const claim *c, const verdict *part)
{
   double total = 0;

   for (int i = 0; i < GROWTH_KINDS; i++) {
      growth g = { i, i == GROWTH_POWER ? part->growth.power : 0 };

      c->instead[i] = growth_compare(g, c->bound) < 0 ? part->posterior[i] : 0;
      total += c->instead[i];
   }
   if (!(total > 0)) {
      doubt_instead(c->whole, c->instead);
      return;
   }
   for (int i = 0; i < GROWTH_KINDS; i++)
      c->instead[i] /= total;
}

/* Is growth that is nearly as steep improbable in a part of the points?
   `unknown` where there are too few. */
static bool is_denied_by(const claim *c, const infer_point *points,
                         size_t count, bool unknown)
{
   verdict part;

   if (!c->judge_part(&part, points, count))
      return unknown;
   if (infer_at_least(&part, c->bound) >= borne_out)
      return false;
   set_instead(c, &part);
   return true;
}

/* Where the upper points begin, beyond the last wide gap; 0: there is none. */
static size_t beyond_gap(const sample *s, const infer_point *points,
                         size_t count)
{
   double steps[SAMPLE_MAX], least;

   for (size_t i = 1; i < s->count; i++)
      steps[i - 1] = s->log_size[i] - s->log_size[i - 1];
   least = fmax(log(gap_ratio), gap_steps * median_of(steps, s->count - 1));
   for (size_t i = count - 1; i > 0; i--)
      if (log(points[i].size / points[i - 1].size) > least)
         return i;
   return 0;
}

/* Are the sizes from here on enough to see growth by themselves? */
static bool is_wide(const infer_point *points, size_t count)
{
   return points[count - 1].size >= upper_range * points[0].size;
}

/* The first point that the curve is for. */
static size_t first_of_regime(const verdict *v, const infer_point *points)
{
   size_t first = 0;

   while (points[first].size < v->curve.from)
      first++;
   return first;
}

/* Is the class seen on one side of a gap only, or only across it?  A few points
   beyond it lie on any curve; more, exactly, only on the right one.  A few small
   ones below it are no matter where it is seen beyond it, nor are those of
   another regime, before `first`. */
static bool hangs_on_gap(const claim *c, const sample *s,
                         const infer_point *points, size_t first,
                         size_t count, bool are_exact)
{
   size_t upper = beyond_gap(s, points, count);

   return upper > first && !(are_exact && count - upper >= enough_if_exact) &&
          (is_denied_by(c, points + first, upper - first,
                        !is_wide(points + upper, count - upper)) ||
           is_denied_by(c, points + upper, count - upper, false));
}

/* Are many points far off the curve? */
static bool are_many_off(const verdict *v, const sample *s)
{
   double limit = fmax(off_scatter * s->scatter, off_least);
   size_t off = 0, all = 0;

   for (size_t i = 0; i < s->count; i++) {
      double value = infer_curve_at(&v->curve, s->size[i]) / s->unit;

      if (s->size[i] < v->curve.from)
         continue;
      all++;
      off += !(value > 0 && fabs(log(s->cost[i] / value)) <= limit);
   }
   return (double)off > most_off * (double)all;
}

/* Is the curve above the largest size?  Then it is too steep. */
static bool is_above_largest(const verdict *v, const sample *s)
{
   const size_t last = s->count - 1;
   const double value = infer_curve_at(&v->curve, s->size[last]) / s->unit;

   return value > 0 && log(value / s->cost[last]) >
                       fmax(off_scatter * s->scatter, off_least);
}

static bool has_other_exponent(const verdict *v, double power)
{
   return v->has_exponent && (v->exponent_lo > power + exponent_above ||
                              v->exponent_hi < power - exponent_below);
}

bool doubt_is_exact(const verdict *v)
{
   const infer_curve *c = &v->curve;
   const bool is_little = c->count > 0 && infer_lead_at(c, v->size_max) <
                          little * infer_curve_at(c, v->size_max);

   return v->model_count > 0 &&
          v->models[0].spread < (is_little ? exact_if_little : exact);
}

bool doubt_is_narrow(const verdict *v)
{
   return !doubt_is_exact(v) && v->size_max < narrow_range * v->size_min;
}

bool doubt_is_due(const verdict *v, const sample *s, const infer_point *points,
                  size_t count, doubt_judge *judge_part,
                  double instead[GROWTH_KINDS])
{
   const double power = growth_power(v->growth);
   const claim c = { { GROWTH_POWER, 1 + (power - 1) * nearly }, judge_part,
                     instead, v };
   size_t half = count / 2;
   const size_t most = count - (count < few_sizes ? 1 : 2);

   doubt_instead(v, instead);
   while (half > 0 && points[half].size * upper_range > points[count - 1].size)
      half--;
   if (!doubt_is_exact(v) && v->size_max < least_range * v->size_min)
      return true;
   if (hangs_on_gap(&c, s, points, first_of_regime(v, points), count,
                    doubt_is_exact(v)) ||
       are_many_off(v, s) || is_above_largest(v, s))
      return true;
   /* Nothing but the right curve fits all points to a few thousandths. */
   return !doubt_is_exact(v) &&
          (has_other_exponent(v, power) ||
           is_denied_by(&c, points, most, false) ||
           is_denied_by(&c, points + half, count - half, false));
}
