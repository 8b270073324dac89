/* Infer which function of the input size costs follow.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/infer.h"
#include "infer/changepoint.h"
#include "infer/confidence_caps.h"
#include "infer/confirm.h"
#include "infer/curve.h"
#include "infer/diagnostics.h"
#include "infer/fixed_models.h"
#include "infer/offset_models.h"
#include "infer/pilot.h"
#include "infer/posterior.h"
#include "infer/power_models.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Below this confidence there is no class. */
static const double min_confidence = .4;
/* Conditions of warnings. */
static const size_t few_sizes = 8;
static const double narrow_range = 10;
static const double large_scatter = .3;
static const double short_regime_range = 4;
static const size_t short_regime_sizes = 6;
/* The least relative difference between two regimes. */
static const double min_difference = .05;
/* A cost is far off the curve: standard deviations, and the logarithm. */
static const double far_off_scatter = 6, min_far_off = .7;
/* The cap on confidence in the conditions of confidence_caps.h and below. */
static const double cap = .85;
/* A power below this may be n log n with lower terms, over a few decades; so
   may n^1.5 with an offset whose relative spread is above the second. */
static const double min_sure_power = 1.4, exact_offset = .001;
/* The cap on a steep class that is not confirmed; the cap if, besides, the
   leading term's share of the cost is below `little`. */
static const double cap_unconfirmed = .6, cap_if_little = .35, little = .3;

/* Return whether a cost is far off the curve: 1 above, -1 below, 0 no. */
static int side_of_curve(const sample *s, const verdict *v, size_t i)
{
   const double limit = fmax(far_off_scatter * s->scatter, min_far_off);
   const double off = log(s->cost[i] * s->unit /
                          infer_curve_at(&v->curve, s->size[i]));

   return off > limit ? 1 : off < -limit ? -1 : 0;
}

static bool is_largest_off(const sample *s, const verdict *v)
{
   return v->curve.count > 0 && (side_of_curve(s, v, s->count - 2) != 0 ||
                                 side_of_curve(s, v, s->count - 1) != 0);
}

/* Return whether both largest sizes are off, on one side: then they are not
   outliers. */
static bool are_largest_off(const sample *s, const verdict *v)
{
   return v->curve.count > 0 && side_of_curve(s, v, s->count - 1) != 0 &&
          side_of_curve(s, v, s->count - 2) ==
             side_of_curve(s, v, s->count - 1);
}

/* Return whether the points before `first` are off the curve of the upper
   regime.  If not, the regimes differ in their scatter only. */
static bool differs_below(const verdict *v, const sample *s, size_t first)
{
   double off[SAMPLE_MAX];

   for (size_t i = 0; i < first; i++) {
      double value = infer_curve_at(&v->curve, s->size[i]) / s->unit;

      off[i] = value > 0 ? fabs(log(s->cost[i] / value)) : INFINITY;
   }
   return sample_median(off, first) >
          fmax(min_difference, 2 * sample_scatter(s, 0, first));
}

static void prepare(sample *s, const infer_point *points, size_t count)
{
   sample_take(s, points, count);
   pilot_fit(s);
   sample_weigh(s);
}

/* Set class, exponent and curve from the posterior of all models. */
static void average_models(verdict *v, const sample *s)
{
   power_posterior exponent;
   changepoint at;
   normal_equations all;
   tally t;
   bool can_change;

   sample_equations(&all, s, 0, s->count);
   tally_start(&t, s);
   fixed_models_try(&t, &all);
   power_models_try_exponentials(&t, &all);
   power_models_try_log_squared(&t, &all);
   power_models_try(&t, s, &all, 0, &evidence_no_segment, all.weight,
                    &exponent);
   offset_models_try(&t);
   can_change = changepoint_try(&t, &all, &at);

   if (!posterior_take(v, &t))
      return;
   if (can_change && t.two_regimes > t.one_regime && v->curve.from > 0) {
      normal_equations upper;

      sample_equations(&upper, s, at.first, s->count);
      power_models_try(NULL, s, &upper, at.first, &at.lower, all.weight,
                       &exponent);
      if (differs_below(v, s, at.first)) {
         v->warnings |= WARN_TWO_REGIMES;
         v->break_size = s->size[at.first];
         if (v->size_max < short_regime_range * v->break_size ||
             s->count - at.first < short_regime_sizes)
            v->warnings |= WARN_SHORT_REGIME;
      } else
         v->curve.from = 0;
   }
   if (v->curve.offset > 0) {
      sample shifted = *s;

      sample_shift(&shifted, v->curve.offset);
      sample_equations(&all, &shifted, 0, s->count);
      power_models_try(NULL, &shifted, &all, 0, &evidence_no_segment,
                       all.weight, &exponent);
   }
   if (v->growth.kind != GROWTH_EXPONENTIAL)
      posterior_set_exponent(v, &exponent);
}

/* Infer from a part of the points.  Return false if they are too few, or if no
   model suits. */
static bool infer_part(verdict *part, const infer_point *points, size_t count)
{
   sample s;

   verdict_clear(part);
   if (!sample_is_enough(points, count))
      return false;
   part->size_max = points[count - 1].size;
   prepare(&s, points, count);
   average_models(part, &s);
   return part->model_count > 0;
}

/* If large inputs scatter and small ones do not, the small ones would determine
   the class, although they lack what happens to large ones.  So average with
   the posterior of the upper half. */
static void average_with_upper_half(verdict *v, const sample *s,
                                    const infer_point *points, size_t count)
{
   verdict upper;
   size_t first = 0;

   while (points[first].size < s->size[s->count / 2])
      first++;
   if (infer_part(&upper, points + first, count - first) &&
       v->model_count > 0)
      posterior_average(v, &upper);
}

/* Return whether n log n with lower terms, or with an offset, may look like the
   class. */
static bool is_near_linearithmic(const verdict *v)
{
   return v->growth.kind == GROWTH_POWER
             ? v->growth.power < min_sure_power
             : v->growth.kind == GROWTH_N15 && v->curve.offset > 0 &&
               v->models[0].spread > exact_offset;
}

/* Cap a steep class that the points do not confirm; the rest goes to slower
   classes. */
static void confirm(verdict *v, const sample *s, const infer_point *points,
                    size_t count)
{
   double instead[GROWTH_KINDS], most = cap_unconfirmed;

   if (is_largest_off(s, v)) {
      confirm_fallback(v, instead);
      v->warnings |= WARN_UNCONFIRMED;
   } else if (confirm_fails(v, s, points, count, infer_part, instead)) {
      v->warnings |= WARN_UNCONFIRMED;
   } else if (v->confidence > cap &&
              (confirm_is_narrow(v) || is_near_linearithmic(v))) {
      confirm_fallback(v, instead);
      most = cap;
   } else
      return;
   if (v->warnings & WARN_UNCONFIRMED &&
       confidence_caps_lead_share(v) < little)
      most = cap_if_little;
   posterior_mix(v, most, instead);
}

static void set_warnings(verdict *v, const sample *s, scatter_change change)
{
   size_t first = 0;

   if (s->scatter > large_scatter)
      v->warnings |= WARN_SCATTER;
   if (diagnostics_is_unexplained(s))
      v->warnings |= WARN_UNEXPLAINED;
   if (change != SCATTER_IS_EVEN)
      v->warnings |= WARN_SCATTER_CHANGES;
   /* A drop from one regime to the next is not a falling cost. */
   while ((v->warnings & WARN_TWO_REGIMES) && s->size[first] < v->break_size)
      first++;
   if (diagnostics_is_falling(s, first))
      v->warnings |= WARN_COST_FALLS;
   if (is_largest_off(s, v))
      v->warnings |= WARN_LARGEST_OFF;
}

/* Return the number of points with less than one cell. */
static size_t count_empty(const infer_point *points, size_t count)
{
   size_t empty = 0;

   while (empty < count && points[empty].size < 1)
      empty++;
   return empty;
}

/* Set what depends on the sizes alone. */
static void describe_sizes(verdict *v, const infer_point *points, size_t count)
{
   v->sizes = count;
   v->sizes_apart = sample_distinct_sizes(points, count);
   if (count == 0)
      return;
   v->size_min = points[0].size;
   v->size_max = points[count - 1].size;
   if (v->sizes_apart < few_sizes)
      v->warnings |= WARN_FEW_SIZES;
   if (count > 1 && v->size_max < narrow_range * v->size_min)
      v->warnings |= WARN_NARROW_RANGE;
}

/* Cap the confidence: a slow path that is taken more and more often looks like
   growth; a few large inputs do not determine a class, even less if the largest
   are off its curve. */
static void cap_confidence(verdict *v, const sample *s, scatter_change change,
                           const infer_point *points, size_t count)
{
   if (change == SCATTER_GROWS || change == SCATTER_IS_WILD_BELOW ||
       v->warnings & WARN_SHORT_REGIME ||
       (v->confidence > cap &&
        confidence_caps_apply(v, s, points, count, infer_part)))
      posterior_cap(v, cap);
   if (are_largest_off(s, v) ||
       (v->warnings & WARN_SHORT_REGIME && growth_power(v->growth) > 1))
      posterior_cap(v, cap_unconfirmed);
}

void infer(const infer_point *points, size_t count, verdict *v)
{
   size_t empty = count_empty(points, count);
   scatter_change change;
   sample s;

   points += empty;
   count -= empty;
   verdict_clear(v);
   describe_sizes(v, points, count);
   if (!sample_is_enough(points, count))
      return;

   prepare(&s, points, count);
   change = diagnostics_scatter_change(&s);
   v->scatter = s.scatter;
   average_models(v, &s);
   if (change == SCATTER_GROWS)
      average_with_upper_half(v, &s, points, count);
   if (confirm_concerns(v))
      confirm(v, &s, points, count);
   set_warnings(v, &s, change);
   cap_confidence(v, &s, change, points, count);
   if (v->warnings & (WARN_UNEXPLAINED | WARN_COST_FALLS))
      verdict_refuse(v);
   else if (v->confidence < min_confidence)
      posterior_set_undecided(v);
   posterior_drop_steeper(v, cap);
   posterior_widen_interval(v);
}

void infer_worst(const infer_point *points, size_t count, verdict *v)
{
   infer_point *records;
   double highest = -INFINITY;
   size_t kept = 0;
   verdict upper;

   infer(points, count, v);
   if (!(v->warnings & WARN_UNEXPLAINED))
      return;
   records = memory_new(count, sizeof *records);
   for (size_t i = 0; i < count; i++)
      if (points[i].cost > highest) {
         highest = points[i].cost;
         records[kept++] = points[i];
      }
   infer(records, kept, &upper);
   free(records);
   if (upper.sizes_apart < few_sizes || upper.confidence < INFER_SURE)
      return;
   posterior_cap(&upper, cap);
   upper.warnings |= WARN_UNEXPLAINED;
   upper.sizes = v->sizes;
   upper.sizes_apart = v->sizes_apart;
   *v = upper;
}
