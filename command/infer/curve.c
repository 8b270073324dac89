/* Curves of a verdict: values and predictions.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/curve.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_roots.h>
#include <math.h>

/* The largest size that is predicted, in units of the largest size of the
   points. */
static const double max_ratio = 100, max_ratio_exponential = 1.5;
/* The least relative standard deviation of a prediction: what the points
   cannot show. */
static const double min_deviation = .0025;
/* A model whose value is less than this part of the answer's curve, because a
   negative term cancels the others, predicts nothing. */
static const double min_value = .1;

static double term_at(const verdict_curve *curve, size_t term, double n)
{
   double base = curve->terms[term].base;

   n = curve->offset > 0 ? fmax(1, n - curve->offset) : n;
   if (curve->terms[term].term.kind == GROWTH_EXPONENTIAL && base > 0)
      return pow(base, n);
   return growth_at(curve->terms[term].term, n);
}

double curve_at(const verdict_curve *curve, double n)
{
   double sum = 0;

   for (size_t i = 0; i < curve->count; i++)
      sum += curve->terms[i].coefficient * term_at(curve, i, n);
   return sum;
}

double curve_lead_at(const verdict_curve *curve, double n)
{
   return curve->count > 0 ? curve->terms[0].coefficient * term_at(curve, 0, n)
                           : 0;
}

double curve_offset(const verdict_curve *curve)
{
   const growth lead = curve->terms[0].term, next = curve->terms[1].term;
   const double power = growth_power(lead);
   const double coefficient = curve->terms[1].coefficient;

   if (curve->offset > 0 || curve->from > 0 || curve->count < 2 ||
       (lead.kind != GROWTH_LINEAR && lead.kind != GROWTH_QUADRATIC &&
        lead.kind != GROWTH_CUBIC) ||
       next.kind == GROWTH_LOG || growth_power(next) != power - 1 ||
       coefficient >= 0)
      return curve->offset;
   return -coefficient / (power * curve->terms[0].coefficient);
}

/* Return the standard deviation of one model's prediction in the logarithm:
   the noise, and the uncertainty of the leading coefficient. */
static double deviation_at(const verdict *v, size_t model, double n)
{
   const verdict_curve *c = &v->models[model].curve;
   double lead = v->models[model].lead_deviation *
                 curve_at(c, v->size_max) *
                 term_at(c, 0, n) / term_at(c, 0, v->size_max);
   double value = curve_at(c, n);

   return hypot(fmax(v->models[model].spread, min_deviation), lead / value);
}

/* The predictive distribution of the logarithm of one observation: a mixture
   of t distributions, one for each model. */
typedef struct {
   struct {
      double location, deviation, freedom, weight;
   } parts[VERDICT_MODELS];
   size_t count;
   double weight;                     /* sum of the weights */
   double level;                      /* of the quantile to find */
} mixture;

static void mixture_set(mixture *m, const verdict *v, double n)
{
   const double least = min_value * curve_at(&v->curve, n);

   m->count = 0;
   m->weight = 0;
   for (size_t i = 0; i < v->model_count; i++) {
      double value = curve_at(&v->models[i].curve, n);

      if (!(value > least))
         continue;
      m->parts[m->count].location = log(value);
      m->parts[m->count].deviation = deviation_at(v, i, n);
      m->parts[m->count].freedom = v->models[i].freedom;
      m->parts[m->count].weight = v->models[i].weight;
      m->weight += m->parts[m->count++].weight;
   }
}

/* The probability of an observation below a value, minus the level. */
static double probability_minus_level(double log_value, void *data)
{
   const mixture *m = data;
   double chance = 0;

   for (size_t i = 0; i < m->count; i++)
      chance += m->parts[i].weight *
                gsl_cdf_tdist_P((log_value - m->parts[i].location) /
                                m->parts[i].deviation, m->parts[i].freedom);
   return (m->weight > 0 ? chance / m->weight : .5) - m->level;
}

/* Return the quantile at a level; `location` is the logarithm of the expected
   value. */
static double quantile(mixture *m, double level, double location)
{
   enum { MAX_STEPS = 100 };
   double low = location - 100, high = location + 100, found = location;
   gsl_function f = { probability_minus_level, m };
   gsl_root_fsolver *solver;

   m->level = level;
   if (!(probability_minus_level(low, m) < 0))
      return exp(low);
   if (!(probability_minus_level(high, m) > 0))
      return exp(high);
   solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
   gsl_root_fsolver_set(solver, &f, low, high);
   for (int i = 0; i < MAX_STEPS && high - low > 1e-9; i++) {
      gsl_root_fsolver_iterate(solver);
      found = gsl_root_fsolver_root(solver);
      low = gsl_root_fsolver_x_lower(solver);
      high = gsl_root_fsolver_x_upper(solver);
   }
   gsl_root_fsolver_free(solver);
   return exp(found);
}

static bool is_in_reach(const verdict *v, double size)
{
   bool is_exponential = v->growth.kind == GROWTH_EXPONENTIAL;

   return v->curve.count > 0 && size >= fmax(1, v->curve.from) &&
          size <= v->size_max * (is_exponential ? max_ratio_exponential
                                                : max_ratio);
}

bool curve_predict(const verdict *v, double size, double *mean, double *low,
                   double *high)
{
   double value;
   mixture m;

   if (!is_in_reach(v, size))
      return false;
   value = curve_at(&v->curve, size);
   if (!(value > 0) || !isfinite(value))
      return false;
   *mean = value;
   mixture_set(&m, v, size);
   *low = fmin(value, quantile(&m, .025, log(value)));
   *high = fmax(value, quantile(&m, .975, log(value)));
   return isfinite(*low) && isfinite(*high);
}
