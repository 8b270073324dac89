/* From the posterior to the verdict.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/posterior.h"
#include "infer/curve.h"

#include <math.h>

/* A runner-up whose power is above the exponent's interval by this is
   dropped. */
static const double above_interval = .15;
/* The exponent of a class with a logarithm is up to this above its power. */
static const double log_exponent = .3;

/* Set class and runner-up: the two classes with the largest posterior.  `power`
   is K of GROWTH_POWER. */
static void set_classes(verdict *v, double power)
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

/* Return false if no model suits. */
static bool set_posterior(verdict *v, const tally *t)
{
   double top = -INFINITY, total = 0;

   for (int i = 0; i < GROWTH_KINDS; i++)
      top = fmax(top, t->log_mass[i]);
   if (top == -INFINITY)
      return false;
   for (int i = 0; i < GROWTH_KINDS; i++)
      total += v->posterior[i] = exp(t->log_mass[i] - top);
   for (int i = 0; i < GROWTH_KINDS; i++)
      v->posterior[i] /= total;
   set_classes(v, t->best_power);
   return true;
}

/* Set the most probable models, which predict costs. */
static void set_models(verdict *v, const tally *t)
{
   double total = 0;

   v->model_count = t->model_count;
   for (size_t i = 0; i < t->model_count; i++) {
      const tally_model *m = &t->models[i];

      v->models[i].curve = m->curve;
      v->models[i].counts_for = m->counts_for;
      v->models[i].weight = exp(m->log_mass - t->models[0].log_mass);
      v->models[i].freedom = m->freedom;
      v->models[i].spread = m->spread;
      v->models[i].lead_deviation = m->lead_deviation;
      total += v->models[i].weight;
   }
   for (size_t i = 0; i < t->model_count; i++)
      v->models[i].weight /= total;
}

/* Set the curve: that of the most probable model of the class.  The K of
   GROWTH_POWER is that of its curve. */
static void set_curve(verdict *v)
{
   v->curve.count = 0;
   v->warnings &= ~WARN_TRACE;
   for (size_t i = 0; i < v->model_count; i++) {
      const infer_curve *c = &v->models[i].curve;

      if (v->models[i].counts_for != v->growth.kind)
         continue;
      v->curve = *c;
      if (v->growth.kind == GROWTH_POWER &&
          c->terms[0].term.kind == GROWTH_POWER)
         v->growth.power = c->terms[0].term.power;
      if (c->terms[0].term.kind != v->growth.kind) {
         v->warnings |= WARN_TRACE;
         v->trace = c->terms[0].term;
         v->trace_share = curve_lead_at(c, v->size_max) /
                          infer_curve_at(c, v->size_max);
      }
      break;
   }
}

bool posterior_take(verdict *v, const tally *t)
{
   if (!set_posterior(v, t))
      return false;
   set_models(v, t);
   set_curve(v);
   return true;
}

/* Set the quantiles of the exponent.  O(1) has the exponent 0; the rest of the
   posterior is distributed as the cells are. */
static void set_quantiles(verdict *v, const power_posterior *p)
{
   const double levels[] = { .025, .5, .975 };
   double at[3] = { 0, 0, 0 }, top = -INFINITY, total = 0;
   double below = v->posterior[GROWTH_CONSTANT];
   int level = 0;

   for (size_t i = 0; i < p->count; i++)
      top = fmax(top, p->cells[i].log_mass);
   if (top == -INFINITY)
      return;
   for (size_t i = 0; i < p->count; i++)
      total += exp(p->cells[i].log_mass - top);
   while (level < 3 && below >= levels[level])
      level++;
   for (size_t i = 0; i < p->count && level < 3; i++) {
      double mass = exp(p->cells[i].log_mass - top) / total *
                    (1 - v->posterior[GROWTH_CONSTANT]);

      for (; level < 3 && below + mass >= levels[level] * (1 - 1e-9); level++)
         at[level] = p->cells[i].at + ((levels[level] - below) / mass - .5) *
                                      p->cells[i].width;
      below += mass;
   }
   v->has_exponent = true;
   v->exponent_lo = fmax(0, at[0]);
   v->exponent = fmax(0, at[1]);
   v->exponent_hi = fmax(0, at[2]);
}

/* If costs hardly grow, a steep power with a small coefficient fits as well as
   any.  So for O(1) and O(log n) the posterior of the classes decides how
   probable each region of the exponent is. */
static void weigh_by_class(const verdict *v, power_posterior *p)
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
   for (size_t i = 0, r = 0; i < p->count; i++) {
      for (; p->cells[i].at > past[r]; r++)
         ;
      there[r] = evidence_log_add(there[r], p->cells[i].log_mass);
   }
   for (size_t i = 0, r = 0; i < p->count; i++) {
      for (; p->cells[i].at > past[r]; r++)
         ;
      if (there[r] > -INFINITY)
         p->cells[i].log_mass += log(by_class[r]) - there[r];
   }
}

void posterior_set_exponent(verdict *v, power_posterior *p)
{
   weigh_by_class(v, p);
   set_quantiles(v, p);
}

/* Merge the most probable models of two verdicts with equal weights. */
static void merge_models(verdict *v, const verdict *other)
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

void posterior_average(verdict *v, const verdict *other)
{
   for (int i = 0; i < GROWTH_KINDS; i++)
      v->posterior[i] = (v->posterior[i] + other->posterior[i]) / 2;
   set_classes(v, v->growth.kind == GROWTH_POWER ? v->growth.power
                                            : other->growth.power);
   merge_models(v, other);
   set_curve(v);
   v->exponent_lo = fmin(v->exponent_lo, other->exponent_lo);
   v->exponent_hi = fmax(v->exponent_hi, other->exponent_hi);
}

void posterior_mix(verdict *v, double share,
                   const double instead[GROWTH_KINDS])
{
   for (int i = 0; i < GROWTH_KINDS; i++)
      v->posterior[i] = share * v->posterior[i] + (1 - share) * instead[i];
   set_classes(v, v->growth.power);
   set_curve(v);
}

void posterior_cap(verdict *v, double most)
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

void posterior_set_undecided(verdict *v)
{
   v->growth = (growth){ GROWTH_UNDECIDED, 0 };
   v->confidence = 0;
   v->curve.count = 0;
}

void posterior_drop_steeper(verdict *v, double most)
{
   const double power = growth_power(v->runner_up);
   const double moved = fmin(v->runner_up_confidence, most - v->confidence);

   if (v->growth.kind == GROWTH_UNDECIDED || !v->has_exponent || moved <= 0 ||
       !isfinite(power) || power <= v->exponent_hi + above_interval ||
       growth_compare(v->growth, v->runner_up) > 0)
      return;
   v->posterior[v->growth.kind] += moved;
   v->posterior[v->runner_up.kind] -= moved;
   set_classes(v, v->growth.kind == GROWTH_POWER ? v->growth.power
                                            : v->runner_up.power);
}

void posterior_widen_interval(verdict *v)
{
   const double power = growth_power(v->growth);
   const bool has_log = v->growth.kind == GROWTH_LINEARITHMIC ||
                        v->growth.kind == GROWTH_QUADRATIC_LOG;

   if (!v->has_exponent || v->growth.kind == GROWTH_LOG || !isfinite(power))
      return;
   v->exponent_lo = fmin(v->exponent_lo,
                         has_log ? power + log_exponent : power);
   v->exponent_hi = fmax(v->exponent_hi, power);
}
