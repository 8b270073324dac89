/* From the posterior to the verdict.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/posterior.h"
#include "infer/curve.h"

#include <math.h>
#include <string.h>

/* The exponent of a class with a logarithm is up to this above its power. */
static const double log_exponent = .3;
/* Powers that differ by less are the same class n^K. */
static const double same_power = .1;
/* From this posterior on the exponent's interval contains a class. */
static const double not_improbable = .05;

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

/* If models of powers below n alone make O(n) probable, set the curve of the
   most probable one. */
static bool set_sublinear_curve(verdict *v, const verdict *from)
{
   for (size_t i = 0; v->growth.kind == GROWTH_LINEAR && i < from->model_count;
        i++)
      if (from->models[i].counts_for == GROWTH_SQRT ||
          (from->models[i].counts_for == GROWTH_POWER &&
           from->models[i].curve.terms[0].term.power < TALLY_SUBLINEAR)) {
         v->curve = from->models[i].curve;
         return true;
      }
   v->curve.count = 0;
   return false;
}

/* Set the curve: that of the most probable model of the class.  Return false if
   there is none.  The K of GROWTH_POWER is that of its curve. */
static bool set_curve(verdict *v, const verdict *from)
{
   for (size_t i = 0; i < from->model_count; i++) {
      const verdict_curve *c = &from->models[i].curve;

      if (from->models[i].counts_for != v->growth.kind)
         continue;
      v->curve = *c;
      if (v->growth.kind == GROWTH_POWER &&
          c->terms[0].term.kind == GROWTH_POWER)
         v->growth.power = c->terms[0].term.power;
      if (c->terms[0].term.kind != v->growth.kind &&
          c->terms[0].term.kind != GROWTH_POWER) {
         v->warnings |= WARN_TRACE;
         v->trace = c->terms[0].term;
         v->trace_share = curve_lead_at(c, v->size_max) /
                          curve_at(c, v->size_max);
      }
      return true;
   }
   return set_sublinear_curve(v, from);
}

bool posterior_take(estimate *e, const tally *t)
{
   verdict *v = &e->verdict;

   e->has_exponent = false;
   e->power = t->best_power;
   if (!set_posterior(v, t))
      return false;
   set_models(v, t);
   set_curve(v, v);
   return true;
}

void posterior_clear(estimate *e)
{
   memset(e->verdict.posterior, 0, sizeof e->verdict.posterior);
}

/* --- the exponent --- */

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

void posterior_take_exponent(estimate *e, const power_posterior *p)
{
   double top = -INFINITY, below = 0;

   e->exponent = *p;
   weigh_by_class(&e->verdict, &e->exponent);
   for (size_t i = 0; i < p->count; i++)
      top = fmax(top, e->exponent.cells[i].log_mass);
   e->has_exponent = top > -INFINITY;
   for (size_t i = 0; i < p->count; i++) {
      below += exp(e->exponent.cells[i].log_mass - top);
      e->exponent.cells[i].log_mass = below;
   }
   for (size_t i = 0; i < p->count; i++)
      e->exponent.cells[i].log_mass /= below;
}

/* Return the probability that the exponent is at most x.  O(1) has the exponent
   0; the rest of the posterior is distributed as the cells are. */
static double exponent_below(const estimate *e, double x)
{
   const double constant = e->verdict.posterior[GROWTH_CONSTANT];
   const power_cell *cells = e->exponent.cells;
   size_t low = 0, high = e->exponent.count;
   double before, part;

   /* The first cell that ends beyond x. */
   while (low < high) {
      const size_t middle = (low + high) / 2;

      if (cells[middle].at + cells[middle].width / 2 > x)
         high = middle;
      else
         low = middle + 1;
   }
   if (low == e->exponent.count)
      return 1;
   before = low > 0 ? cells[low - 1].log_mass : 0;
   part = (x - cells[low].at) / cells[low].width + .5;
   return constant + (1 - constant) *
          (before + fmax(0, part) * (cells[low].log_mass - before));
}

/* Return a quantile of the mean of the estimates' distributions. */
static double exponent_quantile(const estimate *estimates, size_t count,
                                double level)
{
   double low = 0, high = 5;

   while (high - low > 1e-6) {
      const double middle = (low + high) / 2;
      double below = 0;
      size_t n = 0;

      for (size_t i = 0; i < count; i++)
         if (estimates[i].has_exponent) {
            below += exponent_below(&estimates[i], middle);
            n++;
         }
      if (below < level * n)
         low = middle;
      else
         high = middle;
   }
   return low < 1e-5 ? 0 : high;
}

/* Widen the exponent's interval so that it contains that of each class which is
   named or not improbable.  With a logarithm that is a little more than its
   power.  `k` is the power of GROWTH_POWER. */
static void include_classes(verdict *v, double k)
{
   for (int i = 0; i < GROWTH_KINDS; i++) {
      const double power = growth_power((growth){ i, k });
      const bool has_log = i == GROWTH_LINEARITHMIC ||
                           i == GROWTH_QUADRATIC_LOG;

      if (i == GROWTH_LOG || !isfinite(power) ||
          (i != (int)v->growth.kind && v->posterior[i] < not_improbable))
         continue;
      v->exponent_lo = fmin(v->exponent_lo,
                            has_log ? power + log_exponent : power);
      v->exponent_hi = fmax(v->exponent_hi, power);
   }
}

static void set_exponent(verdict *v, const estimate *estimates, size_t count,
                         double power)
{
   v->has_exponent = estimates[0].has_exponent &&
                     v->growth.kind != GROWTH_EXPONENTIAL;
   if (!v->has_exponent)
      return;
   v->exponent_lo = exponent_quantile(estimates, count, .025);
   v->exponent = exponent_quantile(estimates, count, .5);
   v->exponent_hi = exponent_quantile(estimates, count, .975);
   include_classes(v, power);
}

/* --- the mean of estimates --- */

/* Insert a model by its weight, if it is one of the most probable. */
static void insert_model(verdict *v, const verdict *from, size_t model,
                         double weight)
{
   size_t place = v->model_count;

   if (place < VERDICT_MODELS)
      v->model_count++;
   else if (v->models[place - 1].weight < weight)
      place--;
   else
      return;
   for (; place > 0 && v->models[place - 1].weight < weight; place--)
      v->models[place] = v->models[place - 1];
   v->models[place] = from->models[model];
   v->models[place].weight = weight;
}

/* Set the most probable models of all estimates. */
static void set_mean_models(verdict *v, const estimate *estimates, size_t count)
{
   double total = 0;

   v->model_count = 0;
   for (size_t i = 0; i < count; i++)
      for (size_t k = 0; k < estimates[i].verdict.model_count; k++)
         insert_model(v, &estimates[i].verdict, k,
                      estimates[i].verdict.models[k].weight / count);
   for (size_t i = 0; i < v->model_count; i++)
      total += v->models[i].weight;
   for (size_t i = 0; i < v->model_count; i++)
      v->models[i].weight /= total;
}

void posterior_average(verdict *v, const estimate *estimates, size_t count)
{
   const verdict *whole = &estimates[0].verdict;
   double power = 0, most = 0;

   for (size_t i = 0; i < count; i++)
      if (estimates[i].verdict.posterior[GROWTH_POWER] > most) {
         most = estimates[i].verdict.posterior[GROWTH_POWER];
         power = estimates[i].power;
      }
   v->warnings |= whole->warnings & ~WARN_TRACE;
   v->break_size = whole->break_size;
   for (size_t i = 0; i < count; i++)
      for (int k = 0; k < GROWTH_KINDS; k++)
         if (k != GROWTH_POWER || fabs(estimates[i].power - power) < same_power)
            v->posterior[k] += estimates[i].verdict.posterior[k] / count;
   set_classes(v, power);
   set_mean_models(v, estimates, count);
   for (size_t i = 0; i < count; i++)
      if (set_curve(v, &estimates[i].verdict))
         break;
   set_exponent(v, estimates, count, power);
}

void posterior_cap(verdict *v, double most)
{
   const double others = 1 - v->confidence;

   if (v->confidence <= most)
      return;
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
