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

bool evidence_solve(const sums *s, const int *terms, int count,
                    least_squares *l)
{
   double root[INFER_TERMS][INFER_TERMS] = { { 0 } }, scale[INFER_TERMS];

   /* Cholesky of the matrix scaled to a diagonal of 1. */
   l->log_determinant = 0;
   for (int a = 0; a < count; a++) {
      double diagonal = s->gram[terms[a]][terms[a]];

      if (!(diagonal > 0) || !isfinite(diagonal))
         return false;
      scale[a] = 1 / sqrt(diagonal);
      for (int b = 0; b <= a; b++) {
         double x = s->gram[terms[a]][terms[b]] * scale[a] * scale[b];

         for (int k = 0; k < b; k++)
            x -= root[a][k] * root[b][k];
         if (a > b)
            root[a][b] = x / root[b][b];
         else if (x < 1e-13)
            return false;
         else
            root[a][a] = sqrt(x);
      }
      l->log_determinant += 2 * log(root[a][a] / scale[a]);
   }
   /* The inverse, column by column. */
   for (int column = 0; column < count; column++) {
      double x[INFER_TERMS];

      for (int a = 0; a < count; a++) {
         x[a] = a == column;
         for (int k = 0; k < a; k++)
            x[a] -= root[a][k] * x[k];
         x[a] /= root[a][a];
      }
      for (int a = count - 1; a >= 0; a--) {
         for (int k = a + 1; k < count; k++)
            x[a] -= root[k][a] * x[k];
         x[a] /= root[a][a];
         l->inverse[a][column] = x[a] * scale[a] * scale[column];
      }
   }
   /* Twice, the second time with what the first has left. */
   memset(l->c, 0, sizeof l->c);
   for (int round = 0; round < 2; round++) {
      double residue[INFER_TERMS];

      for (int a = 0; a < count; a++) {
         residue[a] = s->right[terms[a]];
         for (int b = 0; b < count; b++)
            residue[a] -= s->gram[terms[a]][terms[b]] * l->c[b];
      }
      for (int a = 0; a < count; a++)
         for (int b = 0; b < count; b++)
            l->c[a] += l->inverse[a][b] * residue[b];
   }
   l->rest = s->square;
   for (int a = 0; a < count; a++)
      l->rest -= l->c[a] * s->right[terms[a]];
   l->rest = fmax(0, l->rest);
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

/* Where the lead's coefficient may lie: what the prior and the costs allow. */
static bool lead_range(const shape *m, double lead, double error, double top,
                       double *from, double *to)
{
   double reach = lead > 0 ? lead + 5 * error : 6 * error;

   *from = fmax(m->share_min * top, lead - 5 * error);
   *to = fmin(m->share_max * top, reach);
   return *from < *to;
}

bool evidence_of(const sums *s, const shape *m, double top, double weight,
                 const other_part *other, fit *f)
{
   int count = m->count, lead = count - 1;
   least_squares l;
   double freedom, floor_squares, variance, error[INFER_TERMS];
   double from, to, ratio, total = 0, mean[INFER_TERMS] = { 0 }, second = 0;
   double lead_variance, best = -INFINITY, x, logs[LEAD_STEPS];
   double lower[LEAD_STEPS][INFER_TERMS];

   if (!evidence_solve(s, m->terms, count, &l))
      return false;
   if (count == 1)
      return evidence_of_one(&l, weight, other, f);

   freedom = fmax(1, weight - lead - other->count);
   floor_squares = l.rest + other->rest + weight * noise_floor * noise_floor;
   variance = floor_squares / fmax(1, weight - count - other->count);
   lead_variance = l.inverse[lead][lead];
   for (int i = 0; i < lead; i++) {
      double side = l.inverse[i][lead];

      error[i] = sqrt(variance * fmax(0, l.inverse[i][i] -
                                         side * side / lead_variance));
   }
   if (!lead_range(m, l.c[lead], sqrt(variance * lead_variance), top, &from,
                   &to))
      return false;

   ratio = exp(log(to / from) / LEAD_STEPS);
   x = from * sqrt(ratio);
   for (int k = 0; k < LEAD_STEPS; k++, x *= ratio) {
      double d = x - l.c[lead], product = 1;

      logs[k] = -INFINITY;
      for (int i = 0; i < lead; i++) {
         double o = l.c[i] + d * l.inverse[i][lead] / lead_variance;
         bool is_negative = m->is_last_lower_negative && i == lead - 1;

         if (is_negative ? o >= 0 || -o > negative_max * x : o <= 0)
            goto next;
         product *= fmax(fabs(o), least_error * error[i]);
         lower[k][i] = o;
      }
      lower[k][lead] = x;
      logs[k] = -freedom / 2 * log((floor_squares + d * d / lead_variance) / 2)
                - log(product);
      best = fmax(best, logs[k]);
next:;
   }
   if (best == -INFINITY)
      return false;
   for (int k = 0; k < LEAD_STEPS; k++) {
      double share = exp(logs[k] - best);

      if (logs[k] == -INFINITY)
         continue;
      total += share;
      for (int i = 0; i < count; i++)
         mean[i] += share * lower[k][i];
      second += share * lower[k][lead] * lower[k][lead];
   }
   f->log_evidence =
      best + log(total * log(ratio) / log(m->share_max / m->share_min)) +
      lgamma(freedom / 2) + (lead + other->count) * log_2pi / 2 -
      (l.log_determinant + log(lead_variance)) / 2 -
      (count - 2) * log(log_range) - lower_penalty -
      (m->is_last_lower_negative ? negative_penalty : 0) + other->occam;
   for (int i = 0; i < count; i++)
      f->coefficient[i] = mean[i] / total;
   second = second / total - f->coefficient[lead] * f->coefficient[lead];
   f->lead_deviation = sqrt(fmax(0, second));
   f->freedom = freedom;
   f->spread = sqrt(variance);
   return true;
}
