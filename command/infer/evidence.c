/* The evidence of one model.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/evidence.h"

#include <math.h>
#include <string.h>

/* Logarithm of the range of the log-uniform prior of a lower coefficient. */
static const double log_range = 60;
/* The least value, in standard errors, at which that prior is taken. */
static const double min_error = 1.5;
/* Logarithms of the prior odds against lower terms, and against a negative one;
   the largest negative coefficient, in units of the leading one. */
static const double lower_penalty = 1;
static const double negative_penalty = 2, negative_max = .6;
/* The least relative standard deviation of the noise: counts are exact, but
   their curves have steps. */
static const double noise_floor = 1e-4;
/* Steps of the sum over the leading coefficient. */
enum { LEAD_STEPS = 20 };

static const double log_2pi = 1.8378770664093454836;

const lower_segment evidence_no_segment = { 0, 0, 0 };

double evidence_log_add(double a, double b)
{
   double max = fmax(a, b), min = fmin(a, b);

   return max == -INFINITY ? max : max + log1p(exp(min - max));
}

/* The Cholesky factor of the Gram matrix, scaled to a diagonal of 1, and the
   right side after forward substitution. */
typedef struct {
   double root[VERDICT_TERMS][VERDICT_TERMS], scale[VERDICT_TERMS];
   double side[VERDICT_TERMS];
   double rss;                       /* of the fit, up to rounding */
} cholesky;

static bool factorize(const normal_equations *e, const int *terms, int count,
                      cholesky *f)
{
   f->rss = e->square;
   for (int a = 0; a < count; a++) {
      double diagonal = e->gram[terms[a]][terms[a]], side;

      if (!(diagonal > 0) || !isfinite(diagonal))
         return false;
      f->scale[a] = 1 / sqrt(diagonal);
      side = e->rhs[terms[a]] * f->scale[a];
      for (int b = 0; b < a; b++) {
         double x = e->gram[terms[a]][terms[b]] * f->scale[a] * f->scale[b];

         for (int k = 0; k < b; k++)
            x -= f->root[a][k] * f->root[b][k];
         f->root[a][b] = x / f->root[b][b];
         side -= f->root[a][b] * f->side[b];
      }
      diagonal = 1;
      for (int k = 0; k < a; k++)
         diagonal -= f->root[a][k] * f->root[a][k];
      if (diagonal < 1e-13)
         return false;
      f->root[a][a] = sqrt(diagonal);
      f->side[a] = side / f->root[a][a];
      f->rss -= f->side[a] * f->side[a];
   }
   f->rss = fmax(0, f->rss);
   return true;
}

static void solve(const normal_equations *e, const int *terms, int count,
                  const cholesky *f, least_squares *l)
{
   double product = 1;

   for (int a = 0; a < count; a++)
      product *= f->root[a][a] / f->scale[a];
   l->log_determinant = 2 * log(product);
   /* The inverse, column by column. */
   for (int column = 0; column < count; column++) {
      double x[VERDICT_TERMS];

      for (int a = 0; a < count; a++) {
         x[a] = a == column;
         for (int k = column; k < a; k++)
            x[a] -= f->root[a][k] * x[k];
         x[a] /= f->root[a][a];
      }
      for (int a = count - 1; a >= column; a--) {
         for (int k = a + 1; k < count; k++)
            x[a] -= f->root[k][a] * x[k];
         x[a] /= f->root[a][a];
         l->inverse[a][column] = x[a] * f->scale[a] * f->scale[column];
         l->inverse[column][a] = l->inverse[a][column];
      }
   }
   /* Twice: the second round is a step of iterative refinement. */
   memset(l->c, 0, sizeof l->c);
   for (int round = 0; round < 2; round++) {
      double residue[VERDICT_TERMS];

      for (int a = 0; a < count; a++) {
         residue[a] = e->rhs[terms[a]];
         for (int b = 0; b < count; b++)
            residue[a] -= e->gram[terms[a > b ? a : b]][terms[a > b ? b : a]] *
                          l->c[b];
      }
      for (int a = 0; a < count; a++)
         for (int b = 0; b < count; b++)
            l->c[a] += l->inverse[a][b] * residue[b];
   }
   l->rss = e->square;
   for (int a = 0; a < count; a++)
      l->rss -= l->c[a] * e->rhs[terms[a]];
   l->rss = fmax(0, l->rss);
}

bool evidence_solve(const normal_equations *e, const int *terms, int count,
                    least_squares *l)
{
   cholesky f;

   if (!factorize(e, terms, count, &f))
      return false;
   solve(e, terms, count, &f, l);
   return true;
}

/* Return the residual sum of squares of both segments, not below that of the
   least noise. */
static double squares_of(double rss, double weight, const lower_segment *lower)
{
   return rss + lower->rss + weight * noise_floor * noise_floor;
}

/* lgamma writes a global variable, and threads infer at the same time. */
static double log_gamma(double x)
{
   int sign;

   return lgamma_r(x, &sign);
}

/* A model without lower terms: everything in closed form. */
static bool evidence_of_one(const least_squares *l, double weight,
                            const lower_segment *lower, model_fit *f)
{
   double freedom = fmax(1, weight - 1 - lower->count);
   double squares = squares_of(l->rss, weight, lower);

   if (!(l->c[0] > 0))
      return false;
   f->log_evidence = log_gamma(freedom / 2) -
                     freedom / 2 * log(squares / 2) - log(l->c[0]) -
                     l->log_determinant / 2 +
                     (1 + lower->count) * log_2pi / 2 + lower->log_prior;
   f->coefficient[0] = l->c[0];
   f->freedom = freedom;
   f->spread = sqrt(squares / freedom);
   f->lead_deviation = f->spread * sqrt(l->inverse[0][0]);
   return true;
}

/* Return the largest share of the leading term: above 1 by what a negative term
   subtracts. */
static double max_share(const cost_model *m)
{
   return m->is_last_lower_negative ? 1 / (1 - negative_max) : m->share_max;
}

/* Set the interval of the leading coefficient that the prior and the costs
   allow.  Return false if it is empty. */
static bool lead_range(const cost_model *m, double lead, double error,
                       double top, double *from, double *to)
{
   double reach = lead > 0 ? lead + 5 * error : 6 * error;

   *from = fmax(m->share_min * top, lead - 5 * error);
   *to = fmin(max_share(m) * top, reach);
   return *from < *to;
}

/* Return the part of the log evidence that does not depend on the leading
   coefficient. */
static double outer_evidence(const cost_model *m, double freedom,
                             const lower_segment *lower)
{
   return log_gamma(freedom / 2) +
          (m->count - 1 + lower->count) * log_2pi / 2 -
          (m->count - 2) * log(log_range) - lower_penalty -
          (m->is_last_lower_negative ? negative_penalty : 0) + lower->log_prior;
}

/* Return an upper bound of the log evidence of a model with lower terms: the
   leading coefficient as near to the least squares one as its share allows, and
   the prior of each lower coefficient at its largest, at min_error standard
   errors.  A standard error is no smaller than with all other coefficients
   known. */
static double evidence_bound(const cost_model *m, const cholesky *r,
                             double top, double squares, double variance,
                             double freedom, double outer)
{
   int lead = m->count - 1;
   double inverse_error = r->root[lead][lead] / r->scale[lead];
   double best = r->side[lead] / inverse_error, product = 1;
   double nearest = fmin(fmax(best, m->share_min * top), max_share(m) * top);
   double off = (nearest - best) * inverse_error;

   for (int i = 0; i < lead; i++)
      product *= min_error * r->root[i][i];
   return outer - freedom / 2 * log((squares + off * off) / 2) -
          lead * log(variance) / 2 - log(product);
}

/* The lower coefficients as functions of the leading one: their slope, and the
   least absolute value at which their prior is taken. */
typedef struct {
   const cost_model *model;
   const least_squares *best;
   int lead;
   double lead_variance;             /* in units of the noise */
   double slope[VERDICT_TERMS], least[VERDICT_TERMS];
} conditional_terms;

static void set_conditional_terms(conditional_terms *t, const cost_model *m,
                                  const least_squares *best, double variance)
{
   int lead = m->count - 1;

   t->model = m;
   t->best = best;
   t->lead = lead;
   t->lead_variance = best->inverse[lead][lead];
   for (int i = 0; i < lead; i++) {
      double side = best->inverse[i][lead];

      t->slope[i] = side / t->lead_variance;
      t->least[i] = min_error *
                    sqrt(variance * fmax(0, best->inverse[i][i] -
                                            side * side / t->lead_variance));
   }
}

/* Set the coefficients at the leading coefficient x, and the product whose
   inverse is the prior of the lower ones.  Return false if one has the wrong
   sign. */
static bool coefficients_at(const conditional_terms *t, double x,
                            double c[VERDICT_TERMS], double *product)
{
   double d = x - t->best->c[t->lead];

   *product = 1;
   for (int i = 0; i < t->lead; i++) {
      bool is_negative = t->model->is_last_lower_negative && i == t->lead - 1;

      c[i] = t->best->c[i] + d * t->slope[i];
      if (is_negative ? !(c[i] < 0 && -c[i] <= negative_max * x) : !(c[i] > 0))
         return false;
      *product *= fabs(c[i]) > t->least[i] ? fabs(c[i]) : t->least[i];
   }
   c[t->lead] = x;
   return true;
}

/* Sums over the leading coefficient, in steps of equal ratio. */
typedef struct {
   double total, mean[VERDICT_TERMS], second, log_step;
} lead_integral;

static bool sum_over_lead(const conditional_terms *t, double from, double to,
                          double freedom, double squares, lead_integral *sum)
{
   double per_square = 1 / (t->lead_variance * squares);
   double ratio = exp(log(to / from) / LEAD_STEPS), x = from * sqrt(ratio);

   memset(sum, 0, sizeof *sum);
   for (int k = 0; k < LEAD_STEPS; k++, x *= ratio) {
      double d = x - t->best->c[t->lead], c[VERDICT_TERMS], product, share;

      if (!coefficients_at(t, x, c, &product))
         continue;
      share = exp(-freedom / 2 * log1p(d * d * per_square)) / product;
      sum->total += share;
      for (int i = 0; i <= t->lead; i++)
         sum->mean[i] += share * c[i];
      sum->second += share * x * x;
   }
   sum->log_step = log(ratio);
   return sum->total > 0;
}

bool evidence_of(const normal_equations *e, const cost_model *m, double top,
                 double weight, const lower_segment *lower, double least,
                 model_fit *f)
{
   int count = m->count, lead = count - 1;
   double freedom, squares, variance, outer, from, to;
   cholesky root;
   least_squares l;
   conditional_terms terms;
   lead_integral sum;

   if (!factorize(e, m->terms, count, &root))
      return false;
   if (count == 1) {
      solve(e, m->terms, count, &root, &l);
      return evidence_of_one(&l, weight, lower, f);
   }

   freedom = fmax(1, weight - lead - lower->count);
   squares = squares_of(root.rss, weight, lower);
   variance = squares / fmax(1, weight - count - lower->count);
   outer = outer_evidence(m, freedom, lower);
   if (evidence_bound(m, &root, top, squares, variance, freedom, outer) < least)
      return false;

   solve(e, m->terms, count, &root, &l);
   squares = squares_of(l.rss, weight, lower);
   variance = squares / fmax(1, weight - count - lower->count);
   set_conditional_terms(&terms, m, &l, variance);
   if (!lead_range(m, l.c[lead], sqrt(variance * terms.lead_variance), top,
                   &from, &to) ||
       !sum_over_lead(&terms, from, to, freedom, squares, &sum))
      return false;
   f->log_evidence =
      outer - freedom / 2 * log(squares / 2) +
      log(sum.total * sum.log_step / log(max_share(m) / m->share_min)) -
      (l.log_determinant + log(terms.lead_variance)) / 2;
   for (int i = 0; i < count; i++)
      f->coefficient[i] = sum.mean[i] / sum.total;
   f->lead_deviation =
      sqrt(fmax(0, sum.second / sum.total -
                   f->coefficient[lead] * f->coefficient[lead]));
   f->freedom = freedom;
   f->spread = sqrt(variance);
   return true;
}
