/* Which function of the input size do these costs follow?  The judgement.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer.h"
#include "infer_doubt.h"
#include "infer_models.h"
#include "infer_scatter.h"
#include "infer_unsure.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
/* What is steeper than the exponent's interval by this is not seen. */
static const double above_interval = .15;
/* A steep class is not even likely where the points do not bear it out, and
   less probable than what is said instead where besides little of the cost is
   its term's. */
static const double most_unconfirmed = .6, most_if_little = .35, little = .3;

static growth undecided(void)
{
   return (growth){ GROWTH_UNDECIDED, 0 };
}

/* The median and the central 95 % of the exponent.  What is constant has the
   exponent 0; otherwise the cells tell. */
static void set_exponent(verdict *v, const exponent_posterior *e)
{
   const double levels[] = { .025, .5, .975 };
   double at[3] = { 0, 0, 0 }, top = -INFINITY, total = 0;
   double below = v->posterior[GROWTH_CONSTANT];
   int level = 0;

   for (size_t i = 0; i < e->count; i++)
      top = fmax(top, e->cells[i].log_mass);
   if (top == -INFINITY)
      return;
   for (size_t i = 0; i < e->count; i++)
      total += exp(e->cells[i].log_mass - top);
   while (level < 3 && below >= levels[level])
      level++;
   for (size_t i = 0; i < e->count && level < 3; i++) {
      double mass = exp(e->cells[i].log_mass - top) / total *
                    (1 - v->posterior[GROWTH_CONSTANT]);

      for (; level < 3 && below + mass >= levels[level] * (1 - 1e-9); level++)
         at[level] = e->cells[i].at + ((levels[level] - below) / mass - .5) *
                                      e->cells[i].width;
      below += mass;
   }
   v->has_exponent = true;
   v->exponent_lo = fmax(0, at[0]);
   v->exponent = fmax(0, at[1]);
   v->exponent_hi = fmax(0, at[2]);
}

/* Costs that hardly grow can be nearly any power, of which there is little: so
   where the class is none or a logarithm, the classes say how probable it is
   that the exponent is near theirs. */
static void weigh_by_class(const verdict *v, exponent_posterior *e)
{
   static const double past[] = { .35, .7, 1.35, 1.75, 2.5, INFINITY };
   enum { REGIONS = sizeof past / sizeof *past };
   static const int region_of[GROWTH_POWER] = {
      [GROWTH_LOG] = 0, [GROWTH_SQRT] = 1, [GROWTH_LINEAR] = 2,
      [GROWTH_LINEARITHMIC] = 2, [GROWTH_N15] = 3, [GROWTH_QUADRATIC] = 4,
      [GROWTH_QUADRATIC_LOG] = 4, [GROWTH_CUBIC] = 5, [GROWTH_EXPONENTIAL] = 5,
   };
   double there[REGIONS], by_class[REGIONS] = { 0 };

   if (v->growth.kind > GROWTH_LOG)
      return;
   for (int r = 0; r < REGIONS; r++)
      there[r] = -INFINITY;
   for (int k = GROWTH_LOG; k < GROWTH_POWER; k++)
      by_class[region_of[k]] += v->posterior[k];
   for (size_t i = 0, r = 0; i < e->count; i++) {
      for (; e->cells[i].at > past[r]; r++)
         ;
      there[r] = log_add(there[r], e->cells[i].log_mass);
   }
   for (size_t i = 0, r = 0; i < e->count; i++) {
      for (; e->cells[i].at > past[r]; r++)
         ;
      if (there[r] > -INFINITY)
         e->cells[i].log_mass += log(by_class[r]) - there[r];
   }
}

/* The exponent's interval contains what the class says; with a logarithm that
   is a little more than its power. */
static void include_class(verdict *v)
{
   const double most_of_log = .3, power = growth_power(v->growth);
   const bool has_log = v->growth.kind == GROWTH_LINEARITHMIC ||
                        v->growth.kind == GROWTH_QUADRATIC_LOG;

   if (!v->has_exponent || v->growth.kind == GROWTH_LOG || !isfinite(power))
      return;
   v->exponent_lo = fmin(v->exponent_lo, has_log ? power + most_of_log : power);
   v->exponent_hi = fmax(v->exponent_hi, power);
}

/* The two classes with the greatest posterior. */
static void choose(verdict *v, double power)
{
   int best = 0, second = 1;

   for (int i = 1; i < GROWTH_KINDS; i++)
      if (v->posterior[i] > v->posterior[best]) {
         second = best;
         best = i;
      } else if (i != second && v->posterior[i] > v->posterior[second])
         second = i;
   v->growth = (growth){ best, best == GROWTH_POWER ? power : 0 };
   v->confidence = v->posterior[best];
   v->runner_up = (growth){ second, second == GROWTH_POWER ? power : 0 };
   v->runner_up_confidence = v->posterior[second];
}

/* False: no model at all suits. */
static bool set_posterior(verdict *v, const tally *t)
{
   double top = -INFINITY, total = 0;

   for (int i = 0; i < GROWTH_KINDS; i++)
      top = fmax(top, t->mass[i]);
   if (top == -INFINITY)
      return false;
   for (int i = 0; i < GROWTH_KINDS; i++)
      total += v->posterior[i] = exp(t->mass[i] - top);
   for (int i = 0; i < GROWTH_KINDS; i++)
      v->posterior[i] /= total;
   choose(v, t->best_power);
   return true;
}

/* The most probable models: they tell of how the curve goes on. */
static void set_models(verdict *v, const tally *t)
{
   double total = 0;

   v->model_count = t->model_count;
   for (size_t i = 0; i < t->model_count; i++) {
      const likely_model *m = &t->models[i];

      v->models[i].curve = m->curve;
      v->models[i].credit = m->credit;
      v->models[i].weight = exp(m->log_mass - t->models[0].log_mass);
      v->models[i].freedom = m->freedom;
      v->models[i].spread = m->spread;
      v->models[i].lead_deviation = m->lead_deviation;
      total += v->models[i].weight;
   }
   for (size_t i = 0; i < t->model_count; i++)
      v->models[i].weight /= total;
}

/* The curve of the most probable model of the answer's class; a power is that of
   the curve. */
static void set_curve(verdict *v)
{
   v->curve.count = 0;
   v->warnings &= ~WARN_TRACE;
   for (size_t i = 0; i < v->model_count; i++) {
      const infer_curve *c = &v->models[i].curve;

      if (v->models[i].credit != v->growth.kind)
         continue;
      v->curve = *c;
      if (v->growth.kind == GROWTH_POWER &&
          c->terms[0].term.kind == GROWTH_POWER)
         v->growth.power = c->terms[0].term.power;
      if (c->terms[0].term.kind != v->growth.kind) {
         v->warnings |= WARN_TRACE;
         v->trace = c->terms[0].term;
         v->trace_share = infer_lead_at(c, v->size_max) /
                          infer_curve_at(c, v->size_max);
      }
      break;
   }
}

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

   if (!set_posterior(v, &t))
      return;
   set_models(v, &t);
   set_curve(v);
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
   if (v->growth.kind != GROWTH_EXPONENTIAL) {
      weigh_by_class(v, &exponent);
      set_exponent(v, &exponent);
   }
}

/* What a part of the points says.  False: they are too few, or no model suits. */
static bool judge_part(verdict *part, const infer_point *points, size_t count)
{
   sample s;

   memset(part, 0, sizeof *part);
   if (!sample_is_enough(points, count))
      return false;
   part->size_max = points[count - 1].size;
   sample_prepare(&s, points, count);
   judge(part, &s);
   return part->model_count > 0;
}

/* The most probable models of two opinions, which count alike. */
static void join_models(verdict *v, const verdict *other)
{
   verdict first = *v;
   size_t count = 0;

   for (size_t a = 0, b = 0; count < INFER_MODELS; count++) {
      bool is_first = a < first.model_count &&
                      (b >= other->model_count ||
                       first.models[a].weight >= other->models[b].weight);

      if (!is_first && b >= other->model_count)
         break;
      v->models[count] = is_first ? first.models[a++] : other->models[b++];
   }
   v->model_count = count;
}

/* Makes no class more probable than this. */
static void doubt(verdict *v, double most)
{
   double others = 0;

   if (v->growth.kind == GROWTH_UNDECIDED || v->confidence <= most)
      return;
   for (int i = 0; i < GROWTH_KINDS; i++)
      if (i != (int)v->growth.kind)
         others += v->posterior[i];
   for (int i = 0; i < GROWTH_KINDS; i++)
      if (others > 0)
         v->posterior[i] *= (1 - most) / others;
   if (!(others > 0))
      v->posterior[v->runner_up.kind] = 1 - most;
   v->posterior[v->growth.kind] = v->confidence = most;
   v->runner_up_confidence = v->posterior[v->runner_up.kind];
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
   if (!judge_part(&upper, points + first, count - first) ||
       v->model_count == 0)
      return;
   for (int i = 0; i < GROWTH_KINDS; i++)
      v->posterior[i] = (v->posterior[i] + upper.posterior[i]) / 2;
   choose(v, v->growth.kind == GROWTH_POWER ? v->growth.power
                                            : upper.growth.power);
   join_models(v, &upper);
   set_curve(v);
   v->exponent_lo = fmin(v->exponent_lo, upper.exponent_lo);
   v->exponent_hi = fmax(v->exponent_hi, upper.exponent_hi);
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
   for (int i = 0; i < GROWTH_KINDS; i++)
      v->posterior[i] = most * v->posterior[i] + (1 - most) * instead[i];
   choose(v, v->growth.power);
   set_curve(v);
}

/* Nothing that is steeper than the exponent's interval is named beside the
   class: what it was given is the class's, as far as anybody is that sure. */
static void drop_steeper(verdict *v)
{
   const double power = growth_power(v->runner_up);
   const double moved = fmin(v->runner_up_confidence,
                             most_sure - v->confidence);

   if (v->growth.kind == GROWTH_UNDECIDED || !v->has_exponent || moved <= 0 ||
       !isfinite(power) || power <= v->exponent_hi + above_interval ||
       growth_compare(v->growth, v->runner_up) > 0)
      return;
   v->posterior[v->growth.kind] += moved;
   v->posterior[v->runner_up.kind] -= moved;
   choose(v, v->growth.kind == GROWTH_POWER ? v->growth.power
                                            : v->runner_up.power);
}

void verdict_refuse(verdict *v)
{
   v->growth = v->runner_up = undecided();
   v->confidence = v->runner_up_confidence = 0;
   v->has_exponent = false;
   v->curve.count = v->model_count = 0;
   memset(v->posterior, 0, sizeof v->posterior);
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

void infer(const infer_point *points, size_t count, verdict *v)
{
   size_t empty = skip_empty(points, count);
   scatter_change change;
   sample s;

   memset(v, 0, sizeof *v);
   v->growth = v->runner_up = v->trace = undecided();
   points += empty;
   count -= empty;
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
   /* What happens more and more often looks like growth; and a narrow range
      tells neighbouring classes apart only where nothing else happens in it. */
   if (change == SCATTER_GROWS || change == SCATTER_IS_WILD_BELOW ||
       v->warnings & WARN_SHORT_REGIME ||
       (v->confidence > most_sure &&
        unsure_is_due(v, &s, points, count, judge_part)))
      doubt(v, most_sure);
   if (are_largest_off(&s, v) ||
       (v->warnings & WARN_SHORT_REGIME && growth_power(v->growth) > 1))
      doubt(v, most_unconfirmed);

   if (v->warnings & (WARN_UNEXPLAINED | WARN_COST_FALLS))
      verdict_refuse(v);
   else if (v->confidence < least_confidence) {
      v->growth = undecided();
      v->confidence = 0;
      v->curve.count = 0;
   }
   drop_steeper(v);
   include_class(v);
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
   doubt(&upper, most_sure);
   upper.warnings |= WARN_UNEXPLAINED;
   upper.sizes = v->sizes;
   upper.sizes_apart = v->sizes_apart;
   *v = upper;
}

double infer_at_least(const verdict *v, growth bound)
{
   double sum = 0;

   for (int i = 0; i < GROWTH_KINDS; i++) {
      growth g = { i, 0 };

      if (i == GROWTH_POWER)
         g.power = v->growth.kind == GROWTH_POWER ? v->growth.power
                 : v->runner_up.kind == GROWTH_POWER ? v->runner_up.power
                 : v->exponent;
      if (growth_compare(g, bound) >= 0)
         sum += v->posterior[i];
   }
   return sum;
}
