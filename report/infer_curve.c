/* The curves of a verdict: their values, and what they predict.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Nothing is said of sizes so many times the largest. */
static const double farthest = 100, farthest_exponential = 1.5;

static double term_at(const infer_curve *curve, size_t term, double n)
{
   double base = curve->terms[term].base;

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

/* The probability that an observation at n is below a value. */
static double chance_below(const verdict *v, double n, double log_value)
{
   double chance = 0, total = 0;

   for (size_t i = 0; i < v->model_count; i++) {
      double value = infer_curve_at(&v->models[i].curve, n);

      /* Where a negative term eats up the others a model says nothing. */
      if (!(value > .1 * infer_curve_at(&v->curve, n)))
         continue;
      chance += v->models[i].weight *
                gsl_cdf_tdist_P((log_value - log(value)) /
                                deviation_at(v, i, n), v->models[i].freedom);
      total += v->models[i].weight;
   }
   return total > 0 ? chance / total : .5;
}

static double quantile(const verdict *v, double n, double level, double middle)
{
   double low = middle - 100, high = middle + 100;

   for (int i = 0; i < 60; i++) {
      double x = (low + high) / 2;

      if (chance_below(v, n, x) < level)
         low = x;
      else
         high = x;
   }
   return exp((low + high) / 2);
}

static bool is_warranted(const verdict *v, double size)
{
   bool is_exponential = v->growth.kind == GROWTH_EXPONENTIAL;

   return v->growth.kind != GROWTH_UNDECIDED && v->curve.count > 0 &&
          size >= fmax(1, v->curve.from) &&
          size <= v->size_max * (is_exponential ? farthest_exponential
                                                : farthest);
}

bool infer_predict(const verdict *v, double size, double *mean, double *low,
                   double *high)
{
   double value;

   if (!is_warranted(v, size))
      return false;
   value = infer_curve_at(&v->curve, size);
   if (!(value > 0) || !isfinite(value))
      return false;
   *mean = value;
   *low = fmin(value, quantile(v, size, .025, log(value)));
   *high = fmax(value, quantile(v, size, .975, log(value)));
   return isfinite(*low) && isfinite(*high);
}
