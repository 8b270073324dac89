/* The curves of a verdict: their values, and what they predict.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/infer.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_roots.h>
#include <math.h>

/* Nothing is said of sizes so many times the largest. */
static const double farthest = 100, farthest_exponential = 1.5;

static double term_at(const infer_curve *curve, size_t term, double n)
{
   double base = curve->terms[term].base;

   n = curve->offset > 0 ? fmax(1, n - curve->offset) : n;
   if (curve->terms[term].term.kind == GROWTH_EXPONENTIAL)
      return pow(base > 0 ? base : 2, n);
   return growth_at(curve->terms[term].term, n);
}

double infer_curve_at(const infer_curve *curve, double n)
{
   double sum = 0;

   for (size_t i = 0; i < curve->count; i++)
      sum += curve->terms[i].coefficient * term_at(curve, i, n);
   return sum;
}

double infer_lead_at(const infer_curve *curve, double n)
{
   return curve->count > 0 ? curve->terms[0].coefficient * term_at(curve, 0, n)
                           : 0;
}

/* How far one model's prediction is off in the logarithm: the noise, and the
   uncertainty of its leading coefficient. */
static double deviation_at(const verdict *v, size_t model, double n)
{
   const infer_curve *c = &v->models[model].curve;
   double lead = v->models[model].lead_deviation *
                 infer_curve_at(c, v->size_max) *
                 term_at(c, 0, n) / term_at(c, 0, v->size_max);
   double value = infer_curve_at(c, n);

   /* What cannot be seen from the points: half a percent, at the least. */
   return hypot(fmax(v->models[model].spread, .0025), lead / value);
}

/* What the models say of an observation at one size: its logarithm is one of
   these t distributions, with their weights. */
typedef struct {
   struct { double middle, deviation, freedom, weight; } parts[INFER_MODELS];
   size_t count;
   double weight;                     /* of all */
   double level;                      /* of the quantile that is looked for */
} mixture;

static void mix(mixture *m, const verdict *v, double n)
{
   const double least = .1 * infer_curve_at(&v->curve, n);

   m->count = 0;
   m->weight = 0;
   for (size_t i = 0; i < v->model_count; i++) {
      double value = infer_curve_at(&v->models[i].curve, n);

      /* Where a negative term eats up the others a model says nothing. */
      if (!(value > least))
         continue;
      m->parts[m->count].middle = log(value);
      m->parts[m->count].deviation = deviation_at(v, i, n);
      m->parts[m->count].freedom = v->models[i].freedom;
      m->parts[m->count].weight = v->models[i].weight;
      m->weight += m->parts[m->count++].weight;
   }
}

/* The probability that an observation is below a value, beyond the level. */
static double beyond_level(double log_value, void *data)
{
   const mixture *m = data;
   double chance = 0;

   for (size_t i = 0; i < m->count; i++)
      chance += m->parts[i].weight *
                gsl_cdf_tdist_P((log_value - m->parts[i].middle) /
                                m->parts[i].deviation, m->parts[i].freedom);
   return (m->weight > 0 ? chance / m->weight : .5) - m->level;
}

/* `middle` is the logarithm of what is expected. */
static double quantile(mixture *m, double level, double middle)
{
   enum { MOST_STEPS = 100 };
   double low = middle - 100, high = middle + 100, found = middle;
   gsl_function f = { beyond_level, m };
   gsl_root_fsolver *solver;

   m->level = level;
   if (!(beyond_level(low, m) < 0))
      return exp(low);
   if (!(beyond_level(high, m) > 0))
      return exp(high);
   solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
   gsl_root_fsolver_set(solver, &f, low, high);
   for (int i = 0; i < MOST_STEPS && high - low > 1e-9; i++) {
      gsl_root_fsolver_iterate(solver);
      found = gsl_root_fsolver_root(solver);
      low = gsl_root_fsolver_x_lower(solver);
      high = gsl_root_fsolver_x_upper(solver);
   }
   gsl_root_fsolver_free(solver);
   return exp(found);
}

static bool is_warranted(const verdict *v, double size)
{
   bool is_exponential = v->growth.kind == GROWTH_EXPONENTIAL;

   return v->curve.count > 0 && size >= fmax(1, v->curve.from) &&
          size <= v->size_max * (is_exponential ? farthest_exponential
                                                : farthest);
}

bool infer_predict(const verdict *v, double size, double *mean, double *low,
                   double *high)
{
   double value;
   mixture m;

   if (!is_warranted(v, size))
      return false;
   value = infer_curve_at(&v->curve, size);
   if (!(value > 0) || !isfinite(value))
      return false;
   *mean = value;
   mix(&m, v, size);
   *low = fmin(value, quantile(&m, .025, log(value)));
   *high = fmax(value, quantile(&m, .975, log(value)));
   return isfinite(*low) && isfinite(*high);
}
