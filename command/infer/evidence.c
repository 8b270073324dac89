/* The marginal likelihood of one model.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/evidence.h"

#include <math.h>
#include <string.h>

/* ln of the range over which a lower coefficient may lie. */
static const double log_range = 60;
/* A coefficient is not told from one of so many standard errors. */
static const double least_error = 1.5;
/* What having lower terms costs. */
static const double lower_penalty = 1;
/* What a negative lower term costs, and how large it may be, by the lead. */
static const double negative_penalty = 2, negative_max = .6;
/* No noise is taken to be less: counts are exact, but curves have corners. */
static const double noise_floor = 1e-4;
/* Steps over the lead's coefficient. */
enum { LEAD_STEPS = 20 };

static const double log_2pi = 1.8378770664093454836;

double log_add(double a, double b)
{
   double max = fmax(a, b), min = fmin(a, b);

   return max == -INFINITY ? max : max + log1p(exp(min - max));
}

/* Cholesky of the Gram matrix, scaled to a diagonal of 1, and what the right
   side becomes by it. */
typedef struct {
   double root[INFER_TERMS][INFER_TERMS], scale[INFER_TERMS];
   double side[INFER_TERMS];
   double rest;                      /* of the squares, nearly */
} factors;

static bool factorize(const sums *s, const int *terms, int count, factors *f)
{
   f->rest = s->square;
   for (int a = 0; a < count; a++) {
      double diagonal = s->gram[terms[a]][terms[a]], side;

      if (!(diagonal > 0) || !isfinite(diagonal))
         return false;
      f->scale[a] = 1 / sqrt(diagonal);
      side = s->right[terms[a]] * f->scale[a];
      for (int b = 0; b < a; b++) {
         double x = s->gram[terms[a]][terms[b]] * f->scale[a] * f->scale[b];

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
      f->rest -= f->side[a] * f->side[a];
   }
   f->rest = fmax(0, f->rest);
   return true;
}

static void solve(const sums *s, const int *terms, int count, const factors *f,
                  least_squares *l)
{
   double product = 1;

   for (int a = 0; a < count; a++)
      product *= f->root[a][a] / f->scale[a];
   l->log_determinant = 2 * log(product);
   /* The inverse, column by column. */
   for (int column = 0; column < count; column++) {
      double x[INFER_TERMS];

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
   /* Twice, the second time with what the first has left. */
   memset(l->c, 0, sizeof l->c);
   for (int round = 0; round < 2; round++) {
      double residue[INFER_TERMS];

      for (int a = 0; a < count; a++) {
         residue[a] = s->right[terms[a]];
         for (int b = 0; b < count; b++)
            residue[a] -= s->gram[terms[a > b ? a : b]][terms[a > b ? b : a]] *
                          l->c[b];
      }
      for (int a = 0; a < count; a++)
         for (int b = 0; b < count; b++)
            l->c[a] += l->inverse[a][b] * residue[b];
   }
   l->rest = s->square;
   for (int a = 0; a < count; a++)
      l->rest -= l->c[a] * s->right[terms[a]];
   l->rest = fmax(0, l->rest);
}

bool evidence_solve(const sums *s, const int *terms, int count,
                    least_squares *l)
{
   factors f;

   if (!factorize(s, terms, count, &f))
      return false;
   solve(s, terms, count, &f, l);
   return true;
}

/* The squares that are left, of both parts: no less than the noise at its
   least. */
static double squares_of(double rest, double weight, const other_part *other)
{
   return rest + other->rest + weight * noise_floor * noise_floor;
}

/* A lead without lower terms: everything in closed form. */
static bool evidence_of_one(const least_squares *l, double weight,
                            const other_part *other, fit *f)
{
   double freedom = fmax(1, weight - 1 - other->count);
   double squares = squares_of(l->rest, weight, other);

   if (!(l->c[0] > 0))
      return false;
   f->log_evidence = lgamma(freedom / 2) - freedom / 2 * log(squares / 2) -
                     log(l->c[0]) - l->log_determinant / 2 +
                     (1 + other->count) * log_2pi / 2 + other->occam;
   f->coefficient[0] = l->c[0];
   f->freedom = freedom;
   f->spread = sqrt(squares / freedom);
   f->lead_deviation = f->spread * sqrt(l->inverse[0][0]);
   return true;
}

/* The lead may be more than the cost by what a negative term takes away. */
static double most_share(const shape *m)
{
   return m->is_last_lower_negative ? 1 / (1 - negative_max) : m->share_max;
}

/* Where the lead's coefficient may lie: what the prior and the costs allow. */
static bool lead_range(const shape *m, double lead, double error, double top,
                       double *from, double *to)
{
   double reach = lead > 0 ? lead + 5 * error : 6 * error;

   *from = fmax(m->share_min * top, lead - 5 * error);
   *to = fmin(most_share(m) * top, reach);
   return *from < *to;
}

/* What there is of a model's evidence beside the sum over its lead. */
static double outer_evidence(const shape *m, double freedom,
                             const other_part *other)
{
   return lgamma(freedom / 2) +
          (m->count - 1 + other->count) * log_2pi / 2 -
          (m->count - 2) * log(log_range) - lower_penalty -
          (m->is_last_lower_negative ? negative_penalty : 0) + other->occam;
}

/* No more than this can come of a model with lower terms: of each the prior
   where it is largest, at the error that it has at the least, where the lead is
   as near to the best one as its share allows. */
static double most_evidence(const shape *m, const factors *s, double top,
                            double squares, double variance, double freedom,
                            double outer)
{
   int lead = m->count - 1;
   double inverse_error = s->root[lead][lead] / s->scale[lead];
   double best = s->side[lead] / inverse_error, product = 1;
   double nearest = fmin(fmax(best, m->share_min * top), most_share(m) * top);
   double off = (nearest - best) * inverse_error;

   for (int i = 0; i < lead; i++)
      product *= least_error * s->root[i][i];
   return outer - freedom / 2 * log((squares + off * off) / 2) -
          lead * log(variance) / 2 - log(product);
}

/* What the lower terms are where the lead is given: by so much they change with
   it, and so exactly they are known, at the least. */
typedef struct {
   const shape *shape;
   const least_squares *best;
   int lead;
   double lead_variance;             /* in units of the noise's */
   double slope[INFER_TERMS], error[INFER_TERMS];
} lower_terms;

static void find_lower_terms(lower_terms *t, const shape *m,
                             const least_squares *best, double variance)
{
   int lead = m->count - 1;

   t->shape = m;
   t->best = best;
   t->lead = lead;
   t->lead_variance = best->inverse[lead][lead];
   for (int i = 0; i < lead; i++) {
      double side = best->inverse[i][lead];

      t->slope[i] = side / t->lead_variance;
      t->error[i] = least_error *
                    sqrt(variance * fmax(0, best->inverse[i][i] -
                                            side * side / t->lead_variance));
   }
}

/* The coefficients where the lead's is x, and the product by which the prior of
   the lower ones divides.  False: one has a sign that it may not have. */
static bool coefficients_at(const lower_terms *t, double x,
                            double c[INFER_TERMS], double *product)
{
   double d = x - t->best->c[t->lead];

   *product = 1;
   for (int i = 0; i < t->lead; i++) {
      bool is_negative = t->shape->is_last_lower_negative && i == t->lead - 1;

      c[i] = t->best->c[i] + d * t->slope[i];
      if (is_negative ? !(c[i] < 0 && -c[i] <= negative_max * x) : !(c[i] > 0))
         return false;
      *product *= fabs(c[i]) > t->error[i] ? fabs(c[i]) : t->error[i];
   }
   c[t->lead] = x;
   return true;
}

/* Sums over the lead's coefficient, in steps of one ratio. */
typedef struct {
   double total, mean[INFER_TERMS], second, log_step;
} lead_sums;

static bool sum_over_lead(const lower_terms *t, double from, double to,
                          double freedom, double squares, lead_sums *sum)
{
   double per_square = 1 / (t->lead_variance * squares);
   double ratio = exp(log(to / from) / LEAD_STEPS), x = from * sqrt(ratio);

   memset(sum, 0, sizeof *sum);
   for (int k = 0; k < LEAD_STEPS; k++, x *= ratio) {
      double d = x - t->best->c[t->lead], c[INFER_TERMS], product, share;

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

bool evidence_of(const sums *s, const shape *m, double top, double weight,
                 const other_part *other, double least, fit *f)
{
   int count = m->count, lead = count - 1;
   double freedom, squares, variance, outer, from, to;
   factors root;
   least_squares l;
   lower_terms lower;
   lead_sums sum;

   if (!factorize(s, m->terms, count, &root))
      return false;
   if (count == 1) {
      solve(s, m->terms, count, &root, &l);
      return evidence_of_one(&l, weight, other, f);
   }

   freedom = fmax(1, weight - lead - other->count);
   squares = squares_of(root.rest, weight, other);
   variance = squares / fmax(1, weight - count - other->count);
   outer = outer_evidence(m, freedom, other);
   if (most_evidence(m, &root, top, squares, variance, freedom, outer) < least)
      return false;

   solve(s, m->terms, count, &root, &l);
   squares = squares_of(l.rest, weight, other);
   variance = squares / fmax(1, weight - count - other->count);
   find_lower_terms(&lower, m, &l, variance);
   if (!lead_range(m, l.c[lead], sqrt(variance * lower.lead_variance), top,
                   &from, &to) ||
       !sum_over_lead(&lower, from, to, freedom, squares, &sum))
      return false;
   f->log_evidence =
      outer - freedom / 2 * log(squares / 2) +
      log(sum.total * sum.log_step / log(most_share(m) / m->share_min)) -
      (l.log_determinant + log(lower.lead_variance)) / 2;
   for (int i = 0; i < count; i++)
      f->coefficient[i] = sum.mean[i] / sum.total;
   f->lead_deviation =
      sqrt(fmax(0, sum.second / sum.total -
                   f->coefficient[lead] * f->coefficient[lead]));
   f->freedom = freedom;
   f->spread = sqrt(variance);
   return true;
}
