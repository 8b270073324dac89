/* The pilot: a curve near the points, whatever it is made of.

   Three are tried: a sum of all terms; two simple curves, one beside the other;
   and the points themselves, smoothed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer_breaks.h"

#include <math.h>
#include <string.h>

/* No scatter is taken to be less when outliers are looked for. */
static const double least_scatter = .02;
/* Of the residuals, the largest that do not count in a pilot's favour. */
static const double trimmed = .12;
/* Two curves need to be better than one, in units of the logarithm. */
static const double break_penalty = 8;

static void set_residuals(sample *s)
{
   for (size_t i = 0; i < s->count; i++)
      s->residual[i] = log(s->cost[i] / s->pilot[i]);
}

/* The median of the residuals' sizes, as a standard deviation. */
static double middle_residual(const sample *s)
{
   double size[SAMPLE_MAX];

   for (size_t i = 0; i < s->count; i++)
      size[i] = fabs(s->residual[i]);
   return fmax(least_scatter, 1.4826 * median_of(size, s->count));
}

/* The fixed terms, and exponentials of these rates where cost grows fast. */
static const double pilot_rates[] = { .6, .8, 1, 1.2 };
enum {
   PILOT_RATES = sizeof pilot_rates / sizeof *pilot_rates,
   PILOT_TERMS = FIXED_TERMS + PILOT_RATES,
   PILOT_ROUNDS = 5,
   PILOT_SWEEPS = 120,
};

typedef double pilot_row[PILOT_TERMS];

static int pilot_rows(const sample *s, pilot_row *rows)
{
   double last = s->size[s->count - 1];
   bool is_fast = 1.3 * s->growth_rate > log(1.1);

   for (size_t i = 0; i < s->count; i++) {
      memcpy(rows[i], s->term[i], sizeof s->term[i]);
      for (int e = 0; e < PILOT_RATES; e++)
         rows[i][FIXED_TERMS + e] =
            exp((s->size[i] - last) * s->growth_rate * pilot_rates[e]);
   }
   return is_fast ? PILOT_TERMS : FIXED_TERMS;
}

/* Coefficients >= 0 that minimise the weighted squares of rows / scale against
   the response: coordinate descent, which is near enough for weights. */
static void solve_pilot(const sample *s, const pilot_row *rows, int terms,
                        const double *scale, const double *response,
                        const double *weight, double *c)
{
   double gram[PILOT_TERMS][PILOT_TERMS] = { { 0 } };
   double right[PILOT_TERMS] = { 0 };

   for (size_t i = 0; i < s->count; i++) {
      double w = weight[i] / (scale[i] * scale[i]);

      for (int a = 0; a < terms; a++) {
         right[a] += weight[i] / scale[i] * rows[i][a] * response[i];
         for (int b = 0; b <= a; b++)
            gram[a][b] += w * rows[i][a] * rows[i][b];
      }
   }
   for (int a = 0; a < terms; a++)
      for (int b = 0; b < a; b++)
         gram[b][a] = gram[a][b];
   for (int sweep = 0; sweep < PILOT_SWEEPS; sweep++)
      for (int a = 0; a < terms; a++) {
         double rest = right[a];

         for (int b = 0; b < terms; b++)
            if (b != a)
               rest -= gram[a][b] * c[b];
         c[a] = gram[a][a] > 0 && rest > 0 ? rest / gram[a][a] : 0;
      }
}

/* A sum of all terms. */
static void pilot_by_sum(sample *s)
{
   pilot_row rows[SAMPLE_MAX];
   int terms = pilot_rows(s, rows);
   double c[PILOT_TERMS] = { 0 };
   double response[SAMPLE_MAX], weight[SAMPLE_MAX];

   memcpy(s->pilot, s->cost, sizeof s->cost);
   for (int round = 0; round < PILOT_ROUNDS; round++) {
      double spread;

      set_residuals(s);
      spread = middle_residual(s);
      for (size_t i = 0; i < s->count; i++) {
         double r = s->residual[i];

         response[i] = 1 + fmax(-1, fmin(1, r));
         weight[i] = fmin(1, 2 * spread / fmax(fabs(r), 1e-300));
      }
      solve_pilot(s, rows, terms, s->pilot, response, weight, c);
      for (size_t i = 0; i < s->count; i++) {
         double value = 0;

         for (int t = 0; t < terms; t++)
            value += c[t] * rows[i][t];
         /* A pilot of 0 where there is cost: some term has a zero there. */
         s->pilot[i] = fmax(value, s->cost[i] * 1e-3);
      }
   }
   set_residuals(s);
}

/* Are three neighbours off?  Then it is no outlier but the shape that does not
   suit the pilot: another regime, a drop. */
static bool is_run_off(const sample *s)
{
   for (size_t i = 0; i + 2 < s->count; i++) {
      double three[3];

      memcpy(three, &s->residual[i], sizeof three);
      if (fabs(median_of(three, 3)) > 4 * s->scatter + .1)
         return true;
   }
   return false;
}

static void pilot_by_neighbours(sample *s)
{
   for (size_t i = 0; i < s->count; i++) {
      size_t reach = i < 2 ? i : 2;
      double near[5];

      if (s->count - 1 - i < reach)
         reach = s->count - 1 - i;
      for (size_t k = 0; k <= 2 * reach; k++)
         near[k] = s->cost[i - reach + k];
      s->pilot[i] = median_of(near, 2 * reach + 1);
   }
   set_residuals(s);
}

/* Two simple curves.  False: there are too few points. */
static bool pilot_by_two(sample *s)
{
   two_curves c;

   pilot_by_neighbours(s);
   for (int round = 0; round < 2; round++) {
      double spread = middle_residual(s);
      size_t tried;
      sums all;

      for (size_t i = 0; i < s->count; i++) {
         double r = s->residual[i];

         s->response[i] = 1 + fmax(-1, fmin(1, r));
         s->weight[i] = fmin(1, 2 * spread / fmax(fabs(r), 1e-300));
      }
      sums_of(&all, s, 0, s->count);
      if (breaks_scan(s, &all, &c, 1, &tried) == 0)
         return false;
      for (size_t i = 0; i < s->count; i++) {
         const simple_curve *side = i < c.first ? &c.left : &c.right;

         s->pilot[i] = fmax(s->cost[i] * 1e-3, side->constant +
                            side->coefficient * s->term[i][side->term]);
      }
      set_residuals(s);
   }
   return true;
}

/* How far the points are off, the worst ones aside. */
static double trimmed_residual(const sample *s)
{
   double square[SAMPLE_MAX], sum = 0;
   size_t kept = s->count - (size_t)ceil(trimmed * s->count);

   for (size_t i = 0; i < s->count; i++)
      square[i] = s->residual[i] * s->residual[i];
   median_of(square, s->count);
   for (size_t i = 0; i < kept; i++)
      sum += square[i];
   return sqrt(sum / kept + least_scatter * least_scatter);
}

void pilot_fit(sample *s)
{
   double pilot[SAMPLE_MAX], off_sum, off_two;

   pilot_by_sum(s);
   off_sum = trimmed_residual(s);
   memcpy(pilot, s->pilot, sizeof pilot);
   off_two = pilot_by_two(s) ? trimmed_residual(s) : INFINITY;
   if (!(s->count * log(off_sum / off_two) >
         break_penalty + 2 * log(s->count))) {
      memcpy(s->pilot, pilot, sizeof pilot);
      set_residuals(s);
   }
   s->scatter = sample_scatter(s, 0, s->count);
   if (is_run_off(s))
      pilot_by_neighbours(s);
}
