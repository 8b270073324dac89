/* What is said, from what is probable.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/answer.h"

#include <math.h>
#include <string.h>

/* What is steeper than the exponent's interval by this is not seen. */
static const double above_interval = .15;

static growth undecided(void)
{
   return (growth){ GROWTH_UNDECIDED, 0 };
}

void answer_clear(verdict *v)
{
   memset(v, 0, sizeof *v);
   v->growth = v->runner_up = v->trace = undecided();
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

bool answer_take(verdict *v, const tally *t)
{
   if (!set_posterior(v, t))
      return false;
   set_models(v, t);
   set_curve(v);
   return true;
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

void answer_take_exponent(verdict *v, exponent_posterior *e)
{
   weigh_by_class(v, e);
   set_exponent(v, e);
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

void answer_join(verdict *v, const verdict *other)
{
   for (int i = 0; i < GROWTH_KINDS; i++)
      v->posterior[i] = (v->posterior[i] + other->posterior[i]) / 2;
   choose(v, v->growth.kind == GROWTH_POWER ? v->growth.power
                                            : other->growth.power);
   join_models(v, other);
   set_curve(v);
   v->exponent_lo = fmin(v->exponent_lo, other->exponent_lo);
   v->exponent_hi = fmax(v->exponent_hi, other->exponent_hi);
}

void answer_mix(verdict *v, double share, const double instead[GROWTH_KINDS])
{
   for (int i = 0; i < GROWTH_KINDS; i++)
      v->posterior[i] = share * v->posterior[i] + (1 - share) * instead[i];
   choose(v, v->growth.power);
   set_curve(v);
}

void answer_doubt(verdict *v, double most)
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

void answer_leave_open(verdict *v)
{
   v->growth = undecided();
   v->confidence = 0;
   v->curve.count = 0;
}

void answer_drop_steeper(verdict *v, double most)
{
   const double power = growth_power(v->runner_up);
   const double moved = fmin(v->runner_up_confidence, most - v->confidence);

   if (v->growth.kind == GROWTH_UNDECIDED || !v->has_exponent || moved <= 0 ||
       !isfinite(power) || power <= v->exponent_hi + above_interval ||
       growth_compare(v->growth, v->runner_up) > 0)
      return;
   v->posterior[v->growth.kind] += moved;
   v->posterior[v->runner_up.kind] -= moved;
   choose(v, v->growth.kind == GROWTH_POWER ? v->growth.power
                                            : v->runner_up.power);
}

void answer_include_class(verdict *v)
{
   const double most_of_log = .3, power = growth_power(v->growth);
   const bool has_log = v->growth.kind == GROWTH_LINEARITHMIC ||
                        v->growth.kind == GROWTH_QUADRATIC_LOG;

   if (!v->has_exponent || v->growth.kind == GROWTH_LOG || !isfinite(power))
      return;
   v->exponent_lo = fmin(v->exponent_lo, has_log ? power + most_of_log : power);
   v->exponent_hi = fmax(v->exponent_hi, power);
}

void verdict_refuse(verdict *v)
{
   v->growth = v->runner_up = undecided();
   v->confidence = v->runner_up_confidence = 0;
   v->has_exponent = false;
   v->curve.count = v->model_count = 0;
   memset(v->posterior, 0, sizeof v->posterior);
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
