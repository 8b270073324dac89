/* What some points say.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/estimate.h"
#include "infer/changepoint.h"
#include "infer/curve.h"
#include "infer/diagnostics.h"
#include "infer/fixed_models.h"
#include "infer/groups.h"
#include "infer/offset_models.h"
#include "infer/pilot.h"
#include "infer/power_models.h"
#include "infer/tuning.h"

#include <math.h>

/* An upper regime is short with a smaller range or with fewer sizes. */
static const double short_range = 4;
static const size_t short_sizes = 6;
/* The least relative difference between two regimes. */
static const double min_difference = .05;
/* A part with fewer distinct sizes says nothing. */
static const size_t min_part_sizes = 4;

/* --- all models of a sample --- */

/* Return whether the points before `first` are off the curve of the upper
   regime.  If not, the regimes differ in their scatter only. */
static bool differs_below(const verdict_curve *curve, const sample *s,
                          size_t first)
{
   double off[SAMPLE_MAX];

   for (size_t i = 0; i < first; i++) {
      double value = curve_at(curve, s->size[i]) / s->unit;

      off[i] = value > 0 ? fabs(log(s->cost[i] / value)) : INFINITY;
   }
   return sample_median(off, first) >
          fmax(min_difference, 2 * sample_scatter(s, 0, first));
}

/* Make the curves of the upper regime those of all sizes. */
static void forget_regimes(verdict *v)
{
   v->curve.from = 0;
   for (size_t i = 0; i < v->model_count; i++)
      v->models[i].curve.from = 0;
}

/* Set the warnings of two regimes, if they differ. */
static void describe_regimes(verdict *v, const sample *s, size_t first)
{
   if (!differs_below(&v->curve, s, first)) {
      forget_regimes(v);
      return;
   }
   v->warnings |= WARN_TWO_REGIMES;
   v->break_size = s->size[first];
   if (v->size_max < short_range * v->break_size ||
       s->count - first < short_sizes)
      v->warnings |= WARN_SHORT_REGIME;
}

/* Return false if no model suits. */
static bool average_models(estimate *e, const sample *s)
{
   verdict *v = &e->verdict;
   power_posterior exponent;
   changepoint at;
   double offset;
   normal_equations all;
   tally t;
   bool can_change;

   sample_equations(&all, s, 0, s->count);
   tally_start(&t, s);
   fixed_models_try(&t, &all);
   power_models_try_exponentials(&t, &all);
   power_models_try_factorial(&t, &all);
   power_models_try_log_squared(&t, &all);
   power_models_try(&t, s, &all, 0, &evidence_no_segment, all.weight,
                    &exponent);
   offset_models_try(&t);
   can_change = changepoint_try(&t, &all, &at);

   if (!posterior_take(e, &t))
      return false;
   if (can_change && t.two_regimes > t.one_regime && v->curve.from > 0) {
      normal_equations upper;

      sample_equations(&upper, s, at.first, s->count);
      power_models_try(NULL, s, &upper, at.first, &at.lower, all.weight,
                       &exponent);
      describe_regimes(v, s, at.first);
   }
   /* The exponent is that of n - n0: n^2 beside a table is no n^4. */
   offset = fmin(curve_offset(&v->curve),
                 sample_offset(s, sample_cut_range(s)));
   if (offset > 0) {
      sample shifted = *s;

      sample_shift(&shifted, offset);
      sample_equations(&all, &shifted, 0, s->count);
      power_models_try(NULL, &shifted, &all, 0, &evidence_no_segment,
                       all.weight, &exponent);
   }
   if (v->growth.kind != GROWTH_EXPONENTIAL)
      posterior_take_exponent(e, &exponent);
   return true;
}

void estimate_points(estimate *e, sample *s, const verdict_point *points,
                     size_t count, verdict_size kind)
{
   verdict_clear(&e->verdict);
   e->verdict.size_max = points[count - 1].size;
   e->has_exponent = false;
   e->power = 0;
   sample_take(s, points, count, kind);
   pilot_fit(s);
   sample_weigh(s);
   if (!average_models(e, s))
      return;
   /* Where costs are an exponential less a constant, a sum of terms that are
      not negative is far off the small ones, which look like outliers then. */
   if (e->verdict.growth.kind == GROWTH_EXPONENTIAL &&
       e->verdict.curve.count > 0 &&
       pilot_take_curve(s, &e->verdict.curve)) {
      verdict_clear(&e->verdict);
      e->verdict.size_max = points[count - 1].size;
      sample_weigh(s);
      if (!average_models(e, s))
         return;
   }
   if (groups_contradict(&e->verdict.curve, s)) {
      e->verdict.warnings |= WARN_FEW_GROUPS;
      posterior_clear(e);
   } else if (diagnostics_both_largest_off(s, &e->verdict.curve))
      posterior_clear(e);
}

/* --- parts of the points --- */

static void estimate_part(estimate *e, const verdict_point *points,
                          size_t count, verdict_size kind)
{
   sample s;

   if (sample_distinct_sizes(points, count) >= min_part_sizes)
      estimate_points(e, &s, points, count, kind);
   else {
      verdict_clear(&e->verdict);
      e->has_exponent = false;
      e->power = 0;
   }
}

/* Return whether one estimate gives a class a smaller posterior than
   another. */
static bool supports_less(const estimate *a, const estimate *b, growth_kind of)
{
   return a->verdict.posterior[of] < b->verdict.posterior[of];
}

/* If sizes come in groups, then the fewest groups that have half of the points,
   from each group on, are a part as well: replace the part that supports a
   class more by it, if it supports the class less. */
static void use_groups(estimate parts[ESTIMATE_PARTS], growth_kind class,
                       const sample *s, const verdict_point *points,
                       size_t count)
{
   size_t first[GROUPS_MAX + 1];
   const size_t groups = groups_find(s, points, count, first);

   for (size_t a = 0, b = 1; groups > 1 && b <= groups; a++) {
      estimate run, *more;

      while (b <= groups && 2 * (first[b] - first[a]) < count)
         b++;
      if (b > groups)
         break;
      if (a == 0 && b == groups)
         continue;
      estimate_part(&run, points + first[a], first[b] - first[a], s->kind);
      more = supports_less(&parts[0], &parts[1], class) ? &parts[1] : &parts[0];
      if (supports_less(&run, more, class))
         *more = run;
   }
}

void estimate_parts(estimate parts[ESTIMATE_PARTS], const estimate *whole,
                    const sample *s, const verdict_point *points, size_t count)
{
   const size_t left_out = (size_t)(count * tuning_values.left_out + .5);

   estimate_part(&parts[0], points, count - left_out, s->kind);
   estimate_part(&parts[1], points + left_out, count - left_out, s->kind);
   use_groups(parts, whole->verdict.growth.kind, s, points, count);
}
