/* Which function of the input size do these costs follow?  The judgement.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/infer.h"
#include "infer/answer.h"
#include "infer/confirm.h"
#include "infer/scatter.h"
#include "infer/confidence_caps.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Undecided below. */
static const double least_confidence = .4;
/* Warnings. */
static const size_t few_sizes = 8;
static const double narrow_range = 10;
static const double large_scatter = .3;
static const double short_regime_ratio = 4;
static const size_t short_regime_sizes = 6;
static const double least_difference = .05;     /* of two regimes */
static const double largest_off_scatter = 6, largest_off = .7;
/* Nobody is more sure where large inputs scatter otherwise than small ones, or
   where few of them have the class. */
static const double most_sure = .85;
/* Nor of a power below: over a few decades n log n with lower terms may be as
   steep. */
static const double least_sure_power = 1.4;
/* With an offset that goes for n^1.5, too, unless costs are as exact as this. */
static const double exact_offset = .001;
/* A steep class is not even likely where the points do not bear it out, and
   less probable than what is said instead where besides little of the cost is
   its term's. */
static const double most_unconfirmed = .6, most_if_little = .35, little = .3;

/* Is a cost far off the curve?  1: above, -1: below. */
static int side_of_curve(const sample *s, const verdict *v, size_t i)
{
   const double limit = fmax(largest_off_scatter * s->scatter, largest_off);
   const double off = log(s->cost[i] * s->unit /
                          infer_curve_at(&v->curve, s->size[i]));

   return off > limit ? 1 : off < -limit ? -1 : 0;
}

static bool is_largest_off(const sample *s, const verdict *v)
{
   return v->curve.count > 0 && (side_of_curve(s, v, s->count - 2) != 0 ||
                                 side_of_curve(s, v, s->count - 1) != 0);
}

/* Are the two largest, on one side?  That is no outlier. */
static bool are_largest_off(const sample *s, const verdict *v)
{
   return v->curve.count > 0 && side_of_curve(s, v, s->count - 1) != 0 &&
          side_of_curve(s, v, s->count - 2) ==
             side_of_curve(s, v, s->count - 1);
}

/* Do small inputs cost something else than the curve of large ones says?
   Where they do not, it is only the scatter that differs. */
static bool has_other_left(const verdict *v, const sample *s, size_t first)
{
   double off[SAMPLE_MAX];

   for (size_t i = 0; i < first; i++) {
      double value = infer_curve_at(&v->curve, s->size[i]) / s->unit;

      off[i] = value > 0 ? fabs(log(s->cost[i] / value)) : INFINITY;
   }
   return median_of(off, first) >
          fmax(least_difference, 2 * sample_scatter(s, 0, first));
}

static void judge(verdict *v, const sample *s)
{
   static const other_part nothing;
   exponent_posterior exponent;
   regime_break at_break;
   sums all;
   tally t;
   bool can_break;

   sums_of(&all, s, 0, s->count);
   tally_start(&t, s);
   models_try_fixed(&t, &all);
   models_try_exponentials(&t, &all);
   models_try_log_squared(&t, &all);
   models_try_powers(&t, s, &all, 0, &nothing, all.weight, &exponent);
   models_try_offsets(&t);
   can_break = models_try_regimes(&t, &all, &at_break);

   if (!answer_take(v, &t))
      return;
   if (can_break && t.two_regimes > t.one_regime && v->curve.from > 0) {
      size_t first = at_break.first;
      sums right;

      sums_of(&right, s, first, s->count);
      models_try_powers(NULL, s, &right, first, &at_break.left, all.weight,
                        &exponent);
      if (has_other_left(v, s, first)) {
         v->warnings |= WARN_TWO_REGIMES;
         v->break_size = s->size[first];
         if (v->size_max < short_regime_ratio * v->break_size ||
             s->count - first < short_regime_sizes)
            v->warnings |= WARN_SHORT_REGIME;
      } else
         v->curve.from = 0;
   }
   if (v->curve.offset > 0) {
      sample shifted = *s;

      sample_shift(&shifted, v->curve.offset);
      sums_of(&all, &shifted, 0, s->count);
      models_try_powers(NULL, &shifted, &all, 0, &nothing, all.weight,
                        &exponent);
   }
   if (v->growth.kind != GROWTH_EXPONENTIAL)
      answer_take_exponent(v, &exponent);
}

/* What a part of the points says.  False: they are too few, or no model suits. */
static bool judge_part(verdict *part, const infer_point *points, size_t count)
{
   sample s;

   answer_clear(part);
   if (!sample_is_enough(points, count))
      return false;
   part->size_max = points[count - 1].size;
   sample_prepare(&s, points, count);
   judge(part, &s);
   return part->model_count > 0;
}

/* Where large inputs scatter and small ones don't, the small ones would settle
   the class, though they lack what happens to the large ones.  So these are
   judged once more alone, and both opinions count alike. */
static void judge_upper_half(verdict *v, const sample *s,
                             const infer_point *points, size_t count)
{
   verdict upper;
   size_t first = 0;

   while (points[first].size < s->size[s->count / 2])
      first++;
   if (judge_part(&upper, points + first, count - first) &&
       v->model_count > 0)
      answer_join(v, &upper);
}

/* Over a few decades n log n with lower terms, or of sizes with some cells that
   cost nothing, may look like such a power. */
static bool is_near_linearithmic(const verdict *v)
{
   return v->growth.kind == GROWTH_POWER
             ? v->growth.power < least_sure_power
             : v->growth.kind == GROWTH_N15 && v->curve.offset > 0 &&
               v->models[0].spread > exact_offset;
}

/* A steep class that is not borne out leaves room for what is said instead. */
static void confirm(verdict *v, const sample *s, const infer_point *points,
                    size_t count)
{
   double instead[GROWTH_KINDS], most = most_unconfirmed;

   if (is_largest_off(s, v)) {
      doubt_instead(v, instead);
      v->warnings |= WARN_UNCONFIRMED;
   } else if (doubt_is_due(v, s, points, count, judge_part, instead)) {
      v->warnings |= WARN_UNCONFIRMED;
   } else if (v->confidence > most_sure &&
              (doubt_is_narrow(v) || is_near_linearithmic(v))) {
      doubt_instead(v, instead);
      most = most_sure;
   } else
      return;
   if (v->warnings & WARN_UNCONFIRMED && unsure_lead_share(v) < little)
      most = most_if_little;
   answer_mix(v, most, instead);
}

static void warn(verdict *v, const sample *s, scatter_change change)
{
   size_t first = 0;

   if (s->scatter > large_scatter)
      v->warnings |= WARN_SCATTER;
   if (scatter_is_unexplained(s))
      v->warnings |= WARN_UNEXPLAINED;
   if (change != SCATTER_IS_EVEN)
      v->warnings |= WARN_SCATTER_CHANGES;
   /* A drop from one regime to the next is not what is meant. */
   while ((v->warnings & WARN_TWO_REGIMES) && s->size[first] < v->break_size)
      first++;
   if (scatter_is_falling(s, first))
      v->warnings |= WARN_COST_FALLS;
   if (is_largest_off(s, v))
      v->warnings |= WARN_LARGEST_OFF;
}

/* Points of at least one cell. */
static size_t skip_empty(const infer_point *points, size_t count)
{
   size_t empty = 0;

   while (empty < count && points[empty].size < 1)
      empty++;
   return empty;
}

/* What can be said of the sizes alone. */
static void describe_sizes(verdict *v, const infer_point *points, size_t count)
{
   v->sizes = count;
   v->sizes_apart = sample_sizes_apart(points, count);
   if (count == 0)
      return;
   v->size_min = points[0].size;
   v->size_max = points[count - 1].size;
   if (v->sizes_apart < few_sizes)
      v->warnings |= WARN_FEW_SIZES;
   if (count > 1 && v->size_max < narrow_range * v->size_min)
      v->warnings |= WARN_NARROW_RANGE;
}

/* Nobody is sure of what happens more and more often, which looks like growth;
   nor where few large inputs have the class, or the largest deny it; nor in a
   narrow range, which tells neighbouring classes apart only where nothing else
   happens in it. */
static void limit_confidence(verdict *v, const sample *s, scatter_change change,
                             const infer_point *points, size_t count)
{
   if (change == SCATTER_GROWS || change == SCATTER_IS_WILD_BELOW ||
       v->warnings & WARN_SHORT_REGIME ||
       (v->confidence > most_sure &&
        unsure_is_due(v, s, points, count, judge_part)))
      answer_doubt(v, most_sure);
   if (are_largest_off(s, v) ||
       (v->warnings & WARN_SHORT_REGIME && growth_power(v->growth) > 1))
      answer_doubt(v, most_unconfirmed);
}

void infer(const infer_point *points, size_t count, verdict *v)
{
   size_t empty = skip_empty(points, count);
   scatter_change change;
   sample s;

   points += empty;
   count -= empty;
   answer_clear(v);
   describe_sizes(v, points, count);
   if (!sample_is_enough(points, count))
      return;

   sample_prepare(&s, points, count);
   change = scatter_changes(&s);
   v->scatter = s.scatter;
   judge(v, &s);
   if (change == SCATTER_GROWS)
      judge_upper_half(v, &s, points, count);
   if (doubt_concerns(v))
      confirm(v, &s, points, count);
   warn(v, &s, change);
   limit_confidence(v, &s, change, points, count);
   if (v->warnings & (WARN_UNEXPLAINED | WARN_COST_FALLS))
      verdict_refuse(v);
   else if (v->confidence < least_confidence)
      answer_leave_open(v);
   answer_drop_steeper(v, most_sure);
   answer_include_class(v);
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
   answer_doubt(&upper, most_sure);
   upper.warnings |= WARN_UNEXPLAINED;
   upper.sizes = v->sizes;
   upper.sizes_apart = v->sizes_apart;
   *v = upper;
}
