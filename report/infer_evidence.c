/* The marginal likelihood of one model.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer_evidence.h"

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

/* A lead without lower terms: everything in closed form. */
static bool evidence_of_one(const least_squares *l, double weight,
                            const other_part *other, fit *f)
{
   double freedom = fmax(1, weight - 1 - other->count);
   double squares = l->rest + other->rest + weight * noise_floor * noise_floor;

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

bool evidence_of(const sums *s, const shape *m, double top, double weight,
                 const other_part *other, double least, fit *f)
{
   int count = m->count, lead = count - 1;
   factors root;
   least_squares l;
   double freedom, floor_squares, variance, error[INFER_TERMS], outer;
   double from, to, ratio, total = 0, mean[INFER_TERMS] = { 0 }, second = 0;
   double lead_variance, x, per_square, slope[INFER_TERMS];

   if (!factorize(s, m->terms, count, &root))
      return false;
   if (count == 1) {
      solve(s, m->terms, count, &root, &l);
      return evidence_of_one(&l, weight, other, f);
   }

   freedom = fmax(1, weight - lead - other->count);
   floor_squares = root.rest + other->rest +
                   weight * noise_floor * noise_floor;
   variance = floor_squares / fmax(1, weight - count - other->count);
   outer = outer_evidence(m, freedom, other);
   if (most_evidence(m, &root, top, floor_squares, variance, freedom, outer) <
       least)
      return false;

   solve(s, m->terms, count, &root, &l);
   floor_squares = l.rest + other->rest + weight * noise_floor * noise_floor;
   variance = floor_squares / fmax(1, weight - count - other->count);
   lead_variance = l.inverse[lead][lead];
   for (int i = 0; i < lead; i++) {
      double side = l.inverse[i][lead];

      error[i] = least_error *
                 sqrt(variance * fmax(0, l.inverse[i][i] -
                                         side * side / lead_variance));
   }
   if (!lead_range(m, l.c[lead], sqrt(variance * lead_variance), top, &from,
                   &to))
      return false;

   for (int i = 0; i < lead; i++)
      slope[i] = l.inverse[i][lead] / lead_variance;
   per_square = 1 / (lead_variance * floor_squares);
   ratio = exp(log(to / from) / LEAD_STEPS);
   x = from * sqrt(ratio);
   for (int k = 0; k < LEAD_STEPS; k++, x *= ratio) {
      double d = x - l.c[lead], product = 1, share, lower[INFER_TERMS];
      bool is_possible = true;

      for (int i = 0; i < lead && is_possible; i++) {
         bool is_negative = m->is_last_lower_negative && i == lead - 1;

         lower[i] = l.c[i] + d * slope[i];
         is_possible = is_negative ? lower[i] < 0 &&
                                     -lower[i] <= negative_max * x
                                   : lower[i] > 0;
         product *= fabs(lower[i]) > error[i] ? fabs(lower[i]) : error[i];
      }
      if (!is_possible)
         continue;
      share = exp(-freedom / 2 * log1p(d * d * per_square)) / product;
      lower[lead] = x;
      total += share;
      for (int i = 0; i < count; i++)
         mean[i] += share * lower[i];
      second += share * x * x;
   }
   if (!(total > 0))
      return false;
   f->log_evidence =
      outer - freedom / 2 * log(floor_squares / 2) +
      log(total * log(ratio) / log(most_share(m) / m->share_min)) -
      (l.log_determinant + log(lead_variance)) / 2;
   for (int i = 0; i < count; i++)
      f->coefficient[i] = mean[i] / total;
   second = second / total - f->coefficient[lead] * f->coefficient[lead];
   f->lead_deviation = sqrt(fmax(0, second));
   f->freedom = freedom;
   f->spread = sqrt(variance);
   return true;
}
