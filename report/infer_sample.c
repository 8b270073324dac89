/* The points of an inference, made ready: thinned, weighted, and summed up.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Residuals beyond so many standard deviations are outliers. */
static const double outlier_cut = 3;
/* The response is logarithmic where the scatter is larger. */
static const double logarithmic_scatter = .25;
/* No scatter is taken to be less when outliers are looked for. */
static const double least_scatter = .02;

static int compare_doubles(const void *a, const void *b)
{
   double x = *(const double *)a, y = *(const double *)b;

   return (x > y) - (x < y);
}

double median_of(double *values, size_t count)
{
   if (count == 0)
      return 0;
   qsort(values, count, sizeof *values, compare_doubles);
   return count % 2 ? values[count / 2]
                    : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* -------------------------------------------------------------- thinning */

/* Beyond SAMPLE_MAX sizes: the range is cut into intervals of equal ratio, and
   of each the size in the middle stays.  What stays are observations, no
   averages: the scatter is still that of the points, and a curve through exact
   counts still exact.  The least and the largest size always stay. */
static size_t thin(const infer_point *points, size_t count, size_t *kept)
{
   size_t n = 0;
   double first = log(points[0].size);
   double width = (log(points[count - 1].size) - first) / (SAMPLE_MAX - 2);

   if (count <= SAMPLE_MAX) {
      for (; n < count; n++)
         kept[n] = n;
      return n;
   }
   kept[n++] = 0;
   for (size_t begin = 1, end; begin < count - 1; begin = end) {
      double slot = floor((log(points[begin].size) - first) / width);

      for (end = begin + 1; end < count - 1; end++)
         if (floor((log(points[end].size) - first) / width) > slot)
            break;
      if (n < SAMPLE_MAX - 1)
         kept[n++] = begin + (end - begin) / 2;
   }
   kept[n++] = count - 1;
   return n;
}

static void take(sample *s, const infer_point *points, size_t count)
{
   size_t kept[SAMPLE_MAX];

   s->count = thin(points, count, kept);
   s->unit = fmax(points[count - 1].cost, .5);
   for (size_t i = 0; i < s->count; i++) {
      const infer_point *p = &points[kept[i]];

      s->size[i] = p->size;
      s->log_size[i] = log(p->size);
      s->cost[i] = fmax(p->cost, .5) / s->unit;
   }
   for (int t = 0; t < FIXED_TERMS; t++) {
      s->scale[t] = growth_at((growth){ t, 0 }, s->size[s->count - 1]);
      for (size_t i = 0; i < s->count; i++)
         s->term[i][t] = growth_at((growth){ t, 0 }, s->size[i]) / s->scale[t];
   }
   s->growth_rate = log(s->cost[s->count - 1] / s->cost[0]) /
                    (s->size[s->count - 1] - s->size[0]);
}

/* ------------------------------------------------------------- the pilot */

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

static void fit_pilot(sample *s)
{
   pilot_row rows[SAMPLE_MAX];
   int terms = pilot_rows(s, rows);
   double c[PILOT_TERMS] = { 0 };
   double response[SAMPLE_MAX], weight[SAMPLE_MAX], size[SAMPLE_MAX];

   memcpy(s->pilot, s->cost, sizeof s->cost);
   for (int round = 0; round < PILOT_ROUNDS; round++) {
      double spread;

      for (size_t i = 0; i < s->count; i++) {
         s->residual[i] = log(s->cost[i] / s->pilot[i]);
         size[i] = fabs(s->residual[i]);
      }
      spread = fmax(least_scatter, 1.4826 * median_of(size, s->count));
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
   for (size_t i = 0; i < s->count; i++)
      s->residual[i] = log(s->cost[i] / s->pilot[i]);
}

/* ------------------------------------------------- scatter and outliers */

/* By differences of neighbours, which a wrong shape hardly touches. */
static double scatter_of(const sample *s)
{
   double size[SAMPLE_MAX];

   for (size_t i = 1; i < s->count; i++)
      size[i - 1] = fabs(s->residual[i] - s->residual[i - 1]);
   return 1.4826 * median_of(size, s->count - 1) / sqrt(2);
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
   for (size_t i = 0; i < s->count; i++)
      s->residual[i] = log(s->cost[i] / s->pilot[i]);
}

static void weigh(sample *s)
{
   double cut = outlier_cut * fmax(s->scatter, least_scatter);
   bool is_logarithmic = s->scatter > logarithmic_scatter;

   for (size_t i = 0; i < s->count; i++) {
      double r = s->residual[i];
      double share = cut / fmax(fabs(r), 1e-300);

      s->weight[i] = share >= 1 ? 1 : is_logarithmic ? share * share : share;
      if (is_logarithmic)
         s->response[i] = 1 + r;
      else if (share >= 1)
         s->response[i] = s->cost[i] / s->pilot[i];
      else
         s->response[i] = exp(copysign(cut, r));
   }
   s->top = s->pilot[s->count - 1];
}

void sample_prepare(sample *s, const infer_point *points, size_t count)
{
   take(s, points, count);
   fit_pilot(s);
   s->scatter = scatter_of(s);
   if (is_run_off(s))
      pilot_by_neighbours(s);
   weigh(s);
}

/* ------------------------------------------------------------------ sums */

void sums_add(sums *to, const sample *s, size_t point)
{
   double w = s->weight[point], scale = s->pilot[point];
   double z = s->response[point];

   for (int a = 0; a < FIXED_TERMS; a++) {
      double x = s->term[point][a] / scale;

      to->right[a] += w * x * z;
      for (int b = 0; b <= a; b++) {
         to->gram[a][b] += w * x * s->term[point][b] / scale;
         to->gram[b][a] = to->gram[a][b];
      }
   }
   to->square += w * z * z;
   to->weight += w;
}

void sums_of(sums *to, const sample *s, size_t first, size_t past)
{
   memset(to, 0, sizeof *to);
   for (size_t i = first; i < past; i++)
      sums_add(to, s, i);
}

void sums_set_free(sums *to, const sample *s, size_t first, size_t past,
                   const double *values)
{
   double *column = to->gram[TERM_FREE];

   memset(column, 0, sizeof to->gram[TERM_FREE]);
   to->right[TERM_FREE] = 0;
   for (size_t i = first; i < past; i++) {
      double x = values[i] / s->pilot[i];
      double wx = s->weight[i] * x;

      to->right[TERM_FREE] += wx * s->response[i];
      for (int b = 0; b < FIXED_TERMS; b++)
         column[b] += wx * s->term[i][b] / s->pilot[i];
      column[TERM_FREE] += wx * x;
   }
   for (int b = 0; b < FIXED_TERMS; b++)
      to->gram[b][TERM_FREE] = column[b];
}
