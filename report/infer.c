/* Which function of the input size do these costs follow?  The judgement.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer.h"
#include "infer_models.h"

#include <math.h>
#include <string.h>

/* Undecided with fewer sizes, or a smaller range. */
static const size_t fewest_sizes = 5;
static const double least_range = 2;
/* Undecided below. */
static const double least_confidence = .4;
/* Warnings. */
static const size_t few_sizes = 8;
static const double narrow_range = 10;
static const double large_scatter = .3, unexplained_scatter = .8;
static const double falling_rank = -.5, falling_ratio = .8;
static const double short_regime_ratio = 4;
static const size_t short_regime_sizes = 6;
static const double largest_off_scatter = 6, largest_off = .7;
static const double scatter_change = 4;

static growth undecided(void)
{
   return (growth){ GROWTH_UNDECIDED, 0 };
}

/* ------------------------------------------------- what needs no model */

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

static bool is_falling(const sample *s)
{
   size_t third = s->count / 3;
   double first[SAMPLE_MAX], last[SAMPLE_MAX];

   memcpy(first, s->cost, third * sizeof *first);
   memcpy(last, &s->cost[s->count - third], third * sizeof *last);
   return rank_correlation(s->size, s->cost, s->count) < falling_rank &&
          median_of(last, third) < falling_ratio * median_of(first, third);
}

static bool has_changing_scatter(const sample *s)
{
   size_t half = s->count / 2;
   double lower = sample_scatter(s, 0, half);
   double upper = sample_scatter(s, half, s->count);

   return fmax(lower, upper) > .02 &&
          fmax(lower, upper) > scatter_change * fmin(lower, upper);
}

/* --------------------------------------------------------- the judgement */

/* The median and the central 95 % of the exponent. */
static void set_exponent(verdict *v, const exponent_posterior *e)
{
   const double levels[] = { .025, .5, .975 };
   double at[3], top = -INFINITY, total = 0, below = 0;
   int level = 0;

   for (size_t i = 0; i < e->count; i++)
      top = fmax(top, e->cells[i].log_mass);
   if (top == -INFINITY)
      return;
   for (size_t i = 0; i < e->count; i++)
      total += exp(e->cells[i].log_mass - top);
   for (size_t i = 0; i < e->count && level < 3; i++) {
      double mass = exp(e->cells[i].log_mass - top) / total;

      while (level < 3 && below + mass >= levels[level] * (1 - 1e-9)) {
         at[level] = e->cells[i].at;
         if (mass > 0)
            at[level] += ((levels[level] - below) / mass - .5) *
                         e->cells[i].width;
         level++;
      }
      below += mass;
   }
   while (level < 3)
      at[level++] = e->cells[e->count - 1].at;
   v->has_exponent = true;
   v->exponent_lo = fmax(0, at[0]);
   v->exponent = at[1];
   v->exponent_hi = at[2];
}

static growth class_of(growth_kind kind, const tally *t)
{
   return (growth){ kind, kind == GROWTH_POWER ? t->best_power : 0 };
}

static void set_posterior(verdict *v, const tally *t)
{
   double top = -INFINITY, total = 0;
   int best = -1, second = -1;

   for (int i = 0; i < GROWTH_KINDS; i++)
      top = fmax(top, t->mass[i]);
   if (top == -INFINITY)
      return;
   for (int i = 0; i < GROWTH_KINDS; i++)
      total += v->posterior[i] = exp(t->mass[i] - top);
   for (int i = 0; i < GROWTH_KINDS; i++) {
      v->posterior[i] /= total;
      if (best < 0 || v->posterior[i] > v->posterior[best]) {
         second = best;
         best = i;
      } else if (second < 0 || v->posterior[i] > v->posterior[second])
         second = i;
   }
   v->growth = class_of(best, t);
   v->confidence = v->posterior[best];
   v->runner_up = class_of(second, t);
   v->runner_up_confidence = v->posterior[second];
}

/* The curve of the best model of the answer's class, and those models that
   tell of how the curve goes on. */
static void set_curves(verdict *v, const tally *t)
{
   double total = 0;

   for (size_t i = 0; i < t->model_count; i++) {
      const likely_model *m = &t->models[i];

      v->models[i].curve = m->curve;
      v->models[i].weight = exp(m->log_mass - t->models[0].log_mass);
      v->models[i].freedom = m->freedom;
      v->models[i].spread = m->spread;
      v->models[i].lead_deviation = m->lead_deviation;
      total += v->models[i].weight;
   }
   for (size_t i = 0; i < t->model_count; i++)
      v->models[i].weight /= total;
   v->model_count = t->model_count;

   for (size_t i = 0; i < t->model_count; i++) {
      const likely_model *m = &t->models[i];

      if (m->credit != v->growth.kind)
         continue;
      v->curve = m->curve;
      if (m->is_trace) {
         v->warnings |= WARN_TRACE;
         v->trace = m->curve.terms[0].term;
         v->trace_share = m->lead_share;
      }
      break;
   }
}

static bool is_largest_off(const sample *s, const verdict *v)
{
   double limit = fmax(largest_off_scatter * s->scatter, largest_off);

   if (v->curve.count == 0)
      return false;
   for (size_t i = s->count - 2; i < s->count; i++)
      if (fabs(log(s->cost[i] * s->unit /
                   infer_curve_at(&v->curve, s->size[i]))) > limit)
         return true;
   return false;
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
   models_try_powers(&t, s, &all, 0, &nothing, all.weight, &exponent);
   can_break = models_try_regimes(&t, &all, &at_break);

   set_posterior(v, &t);
   if (v->growth.kind == GROWTH_UNDECIDED)
      return;
   set_curves(v, &t);
   if (can_break && t.two_regimes > t.one_regime) {
      size_t first = at_break.first;
      sums right;

      v->warnings |= WARN_TWO_REGIMES;
      v->break_size = s->size[first];
      if (v->size_max < short_regime_ratio * v->break_size ||
          s->count - first < short_regime_sizes)
         v->warnings |= WARN_SHORT_REGIME;
      sums_of(&right, s, first, s->count);
      models_try_powers(NULL, s, &right, first, &at_break.left, all.weight,
                        &exponent);
   }
   if (v->growth.kind != GROWTH_EXPONENTIAL)
      set_exponent(v, &exponent);
   if (is_largest_off(s, v))
      v->warnings |= WARN_LARGEST_OFF;
}

static void refuse(verdict *v)
{
   v->growth = v->runner_up = undecided();
   v->confidence = v->runner_up_confidence = 0;
   v->has_exponent = false;
   v->curve.count = v->model_count = 0;
   memset(v->posterior, 0, sizeof v->posterior);
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
   sample s;

   memset(v, 0, sizeof *v);
   v->growth = v->runner_up = v->trace = undecided();
   points += empty;
   count -= empty;
   v->sizes = count;
   if (count == 0)
      return;
   v->size_min = points[0].size;
   v->size_max = points[count - 1].size;
   if (count < few_sizes)
      v->warnings |= WARN_FEW_SIZES;
   if (v->size_max < narrow_range * v->size_min)
      v->warnings |= WARN_NARROW_RANGE;
   if (count < fewest_sizes || v->size_max < least_range * v->size_min)
      return;

   sample_prepare(&s, points, count);
   v->scatter = s.scatter;
   if (s.scatter > large_scatter)
      v->warnings |= WARN_SCATTER;
   if (has_changing_scatter(&s))
      v->warnings |= WARN_SCATTER_CHANGES;
   judge(v, &s);
   if (s.scatter > unexplained_scatter)
      v->warnings |= WARN_UNEXPLAINED;
   if (is_falling(&s))
      v->warnings |= WARN_COST_FALLS;

   if (v->warnings & (WARN_UNEXPLAINED | WARN_COST_FALLS))
      refuse(v);
   else if (v->confidence < least_confidence) {
      v->growth = undecided();
      v->confidence = 0;
   }
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
