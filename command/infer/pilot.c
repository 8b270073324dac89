/* The pilot curve: a curve near the points, of any form.

   Three forms are tried: a non-negative sum of all terms, with or without an
   offset of the size; two simple curves with a changepoint; and the running
   median of the points.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/pilot.h"
#include "infer/changepoint_scan.h"
#include "infer/curve.h"

#include <math.h>
#include <string.h>

/* The least scatter when outliers are looked for. */
static const double min_scatter = .02;
/* The part of the residuals, the largest ones, that is left out when forms are
   compared. */
static const double trimmed = .12;
/* Gains in log-likelihood that a form needs: of two curves, of an offset, and
   of a model's curve.
   Offsets are tried in steps of the cut. */
static const double changepoint_penalty = 8;
static const double offset_penalty = 8, offset_step = .5;
static const double curve_penalty = 8;
/* Noise that depends on the size: the least noise, the gain in log-likelihood
   that the dependence needs, and the largest step between neighbours, in units
   of the scatter. */
static const double min_noise = .002, noise_power_penalty = 4, max_step = 4;

/* A run of neighbours is off the pilot curve if the median of its residuals is
   beyond run_off times the scatter (a short run: plus far_off). */
enum { SHORT_RUN = 3, LONG_RUN = 5 };
static const double run_off = 4, far_off = .1;

static void set_residuals(sample *s)
{
   for (size_t i = 0; i < s->count; i++)
      s->residual[i] = log(s->cost[i] / s->pilot[i]);
}

/* The median absolute residual, as a standard deviation. */
static double median_residual(const sample *s)
{
   double off[SAMPLE_MAX];

   for (size_t i = 0; i < s->count; i++)
      off[i] = fabs(s->residual[i]);
   return fmax(min_scatter, 1.4826 * sample_median(off, s->count));
}

/* The terms of a sum: the fixed terms and, where cost grows fast, exponentials
   of these rates, in units of the growth rate. */
static const double pilot_rates[] = { .6, .8, 1, 1.2 };
enum {
   PILOT_RATES = sizeof pilot_rates / sizeof *pilot_rates,
   PILOT_TERMS = FIXED_TERMS + PILOT_RATES,
   PILOT_ROUNDS = 5,
};

/* The fit stops when no value changes by more than this, relatively. */
static const double settled = 1e-12;

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

typedef struct {
   double gram[PILOT_TERMS][PILOT_TERMS], right[PILOT_TERMS];
   int terms;
} sum_equations;

/* Solve the equations of the used terms.  Return false if they are nearly
   dependent. */
static bool solve_used(const sum_equations *e, const bool *used, double *c)
{
   double root[PILOT_TERMS][PILOT_TERMS], x[PILOT_TERMS];
   int place[PILOT_TERMS], n = 0;

   for (int t = 0; t < e->terms; t++)
      if (used[t])
         place[n++] = t;
   for (int a = 0; a < n; a++)
      for (int b = 0; b <= a; b++) {
         double sum = e->gram[place[a]][place[b]];

         for (int k = 0; k < b; k++)
            sum -= root[a][k] * root[b][k];
         if (a > b)
            root[a][b] = sum / root[b][b];
         else if (sum <= 1e-12 * e->gram[place[a]][place[a]])
            return false;
         else
            root[a][a] = sqrt(sum);
      }
   for (int a = 0; a < n; a++) {
      x[a] = e->right[place[a]];
      for (int k = 0; k < a; k++)
         x[a] -= root[a][k] * x[k];
      x[a] /= root[a][a];
   }
   for (int a = n - 1; a >= 0; a--) {
      for (int k = a + 1; k < n; k++)
         x[a] -= root[k][a] * x[k];
      x[a] /= root[a][a];
   }
   for (int t = 0; t < e->terms; t++)
      c[t] = 0;
   for (int a = 0; a < n; a++)
      c[place[a]] = x[a];
   return true;
}

/* Return the unused term with the steepest descent; -1: none. */
static int steepest_term(const sum_equations *e, const bool *used,
                         const bool *excluded, const double *c)
{
   double steepest = 1e-9;
   int found = -1;

   for (int t = 0; t < e->terms; t++) {
      double slope = e->right[t];

      if (used[t] || excluded[t] || !(e->gram[t][t] > 0))
         continue;
      for (int k = 0; k < e->terms; k++)
         slope -= e->gram[t][k] * c[k];
      slope /= sqrt(e->gram[t][t]);
      if (slope > steepest) {
         steepest = slope;
         found = t;
      }
   }
   return found;
}

/* Non-negative least squares: the active-set method of Lawson and Hanson
   (Solving Least Squares Problems, 1974, chapter 23), on the normal
   equations. */
static void solve_non_negative(const sum_equations *e, double *c)
{
   bool used[PILOT_TERMS] = { false }, excluded[PILOT_TERMS] = { false };
   double next[PILOT_TERMS];
   int added;

   memset(c, 0, e->terms * sizeof *c);
   for (int round = 0; round < 3 * PILOT_TERMS &&
                       (added = steepest_term(e, used, excluded, c)) >= 0;
        round++) {
      used[added] = true;
      for (;;) {
         double step = 1;

         if (!solve_used(e, used, next)) {
            used[added] = false;
            excluded[added] = true;
            break;
         }
         for (int t = 0; t < e->terms; t++)
            if (used[t] && next[t] <= 0)
               step = fmin(step, c[t] / (c[t] - next[t]));
         for (int t = 0; t < e->terms; t++) {
            if (!used[t])
               continue;
            if (next[t] <= 0 && c[t] / (c[t] - next[t]) <= step) {
               c[t] = 0;
               used[t] = false;
            } else
               c[t] += step * (next[t] - c[t]);
         }
         if (step >= 1)
            break;
      }
      /* Added and removed in one round: rounding, not progress. */
      if (!used[added])
         excluded[added] = true;
   }
}

/* Fit rows / scale to the response. */
static void fit_sum(const sample *s, const pilot_row *rows, int terms,
                    const double *scale, const double *response,
                    const double *weight, double *c)
{
   sum_equations e = { .terms = terms };

   for (size_t i = 0; i < s->count; i++) {
      double w = weight[i] / (scale[i] * scale[i]);

      for (int a = 0; a < terms; a++) {
         e.right[a] += weight[i] / scale[i] * rows[i][a] * response[i];
         for (int b = 0; b <= a; b++)
            e.gram[a][b] += w * rows[i][a] * rows[i][b];
      }
   }
   for (int a = 0; a < terms; a++)
      for (int b = 0; b < a; b++)
         e.gram[b][a] = e.gram[a][b];
   solve_non_negative(&e, c);
}

/* A non-negative sum of all terms, fitted robustly (weights by Huber). */
static void pilot_by_sum(sample *s)
{
   pilot_row rows[SAMPLE_MAX];
   int terms = pilot_rows(s, rows);
   double c[PILOT_TERMS] = { 0 };
   double response[SAMPLE_MAX], weight[SAMPLE_MAX], change = INFINITY;

   memcpy(s->pilot, s->cost, sizeof s->cost);
   for (int round = 0; round < PILOT_ROUNDS && change > settled; round++) {
      double spread;

      set_residuals(s);
      spread = median_residual(s);
      for (size_t i = 0; i < s->count; i++) {
         double r = s->residual[i];

         response[i] = 1 + fmax(-1, fmin(1, r));
         weight[i] = fmin(1, 2 * spread / fmax(fabs(r), 1e-300));
      }
      fit_sum(s, rows, terms, s->pilot, response, weight, c);
      change = 0;
      for (size_t i = 0; i < s->count; i++) {
         double value = 0, before = s->pilot[i];

         for (int t = 0; t < terms; t++)
            value += c[t] * rows[i][t];
         /* A sum without a constant may be 0 at the smallest size. */
         s->pilot[i] = fmax(value, s->cost[i] * 1e-3);
         change = fmax(change, fabs(s->pilot[i] / before - 1));
      }
   }
   set_residuals(s);
}

static double median_of_run(const sample *s, size_t first, size_t count)
{
   double run[LONG_RUN];

   memcpy(run, &s->residual[first], count * sizeof *run);
   return fabs(sample_median(run, count));
}

/* Return the scatter of all points at the run's sizes, or that of the run if it
   is larger. */
static double scatter_of_run(const sample *s, size_t first, size_t count)
{
   const double usual = s->scatter * s->noise[first + count / 2];

   return fmax(fmax(usual, min_scatter),
               sample_scatter(s, first, first + count));
}

/* Return whether a run of neighbours is off the pilot curve.  Then they are not
   outliers; the curve has another shape there: another regime, a drop. */
static bool is_run_off(const sample *s)
{
   for (size_t i = 0; i + SHORT_RUN <= s->count; i++)
      if (median_of_run(s, i, SHORT_RUN) > run_off * s->scatter + far_off)
         return true;
   for (size_t i = 0; i + LONG_RUN <= s->count; i++)
      if (median_of_run(s, i, LONG_RUN) >
          run_off * scatter_of_run(s, i, LONG_RUN))
         return true;
   return false;
}

/* The running median of five points. */
static void pilot_by_median(sample *s)
{
   for (size_t i = 0; i < s->count; i++) {
      size_t reach = i < 2 ? i : 2;
      double near[5];

      if (s->count - 1 - i < reach)
         reach = s->count - 1 - i;
      for (size_t k = 0; k <= 2 * reach; k++)
         near[k] = s->cost[i - reach + k];
      s->pilot[i] = sample_median(near, 2 * reach + 1);
   }
   set_residuals(s);
}

/* Two simple curves with a changepoint.  Return false if there are too few
   points. */
static bool pilot_by_segments(sample *s)
{
   two_segments c;

   pilot_by_median(s);
   for (int round = 0; round < 2; round++) {
      double spread = median_residual(s);
      size_t tried;
      normal_equations all;

      for (size_t i = 0; i < s->count; i++) {
         double r = s->residual[i];

         s->response[i] = 1 + fmax(-1, fmin(1, r));
         s->weight[i] = fmin(1, 2 * spread / fmax(fabs(r), 1e-300));
      }
      sample_equations(&all, s, 0, s->count);
      if (changepoint_scan(s, &all, &c, 1, &tried) == 0)
         return false;
      for (size_t i = 0; i < s->count; i++) {
         const segment_curve *side = i < c.first ? &c.lower : &c.upper;

         s->pilot[i] = fmax(s->cost[i] * 1e-3, side->constant +
                            side->coefficient * s->term[i][side->term]);
      }
      set_residuals(s);
   }
   return true;
}

/* Set the noise at each size: a power of the size, if that explains the
   residuals much better than a constant.  What is random in an algorithm
   averages out in large inputs, and the steps of a curve of counts are
   relatively small there. */
static void set_noise(sample *s)
{
   static const double powers[] = { -.25, -.5, -.75, -1, .25, .5 };
   double cut = max_step * fmax(s->scatter, min_scatter);
   double mean_log = 0, best = 0, best_power = 0;

   for (size_t i = 0; i < s->count; i++)
      mean_log += s->log_size[i] / s->count;
   for (int k = -1; k < (int)(sizeof powers / sizeof *powers); k++) {
      double power = k < 0 ? 0 : powers[k], sum = 0, gain;

      /* Steps between neighbours, which a wrong pilot curve hardly changes. */
      for (size_t i = 1; i < s->count; i++) {
         double r = fmin(fabs(s->residual[i] - s->residual[i - 1]), cut);
         double at = (s->log_size[i] + s->log_size[i - 1]) / 2 - mean_log;

         sum += (r * r / 2 + min_noise * min_noise) *
                exp(-2 * power * at);
      }
      gain = -(s->count / 2.) * log(sum) - (k < 0 ? 0 : noise_power_penalty);
      if (k < 0 || gain > best) {
         best = gain;
         best_power = power;
      }
   }
   for (size_t i = 0; i < s->count; i++)
      s->noise[i] = exp(best_power * (s->log_size[i] - mean_log));
}

/* The root mean square of the residuals, the largest ones left out. */
static double trimmed_residual(const sample *s)
{
   double square[SAMPLE_MAX], sum = 0;
   size_t kept = s->count - (size_t)ceil(trimmed * s->count);

   for (size_t i = 0; i < s->count; i++)
      square[i] = s->residual[i] * s->residual[i];
   sample_median(square, s->count);   /* sorts */
   for (size_t i = 0; i < kept; i++)
      sum += square[i];
   return sqrt(sum / kept + min_scatter * min_scatter);
}

/* A sum of all terms of the size minus an offset, if that is much better: a
   non-negative sum can't be steep at the smallest sizes only.  Return the
   trimmed residual. */
static double pilot_by_offset_sum(sample *s)
{
   const double off_sum = trimmed_residual(s);
   const double range = sample_cut_range(s);
   double best = off_sum * exp(-offset_penalty / s->count), off;
   sample shifted;

   /* The sum is as near as the scatter permits. */
   if (best < hypot(min_scatter, sample_scatter(s, 0, s->count)))
      return off_sum;
   shifted = *s;
   for (double cut = offset_step; cut < range; cut += offset_step) {
      sample_shift(&shifted, sample_offset(s, cut));
      pilot_by_sum(&shifted);
      off = trimmed_residual(&shifted);
      if (off < best) {
         best = off;
         memcpy(s->pilot, shifted.pilot, sizeof s->pilot);
      }
   }
   set_residuals(s);
   return trimmed_residual(s);
}

/* Set what is known of the residuals. */
static void set_scatter(sample *s)
{
   s->scatter = sample_scatter(s, 0, s->count);
   set_noise(s);
}

void pilot_fit(sample *s)
{
   double pilot[SAMPLE_MAX], off_sum, off_segments;

   pilot_by_sum(s);
   off_sum = pilot_by_offset_sum(s);
   memcpy(pilot, s->pilot, sizeof pilot);
   off_segments = pilot_by_segments(s) ? trimmed_residual(s) : INFINITY;
   if (!(s->count * log(off_sum / off_segments) >
         changepoint_penalty + 2 * log(s->count))) {
      memcpy(s->pilot, pilot, sizeof pilot);
      set_residuals(s);
   }
   set_scatter(s);
   if (is_run_off(s))
      pilot_by_median(s);
}

bool pilot_take_curve(sample *s, const verdict_curve *curve)
{
   const double before = trimmed_residual(s);
   sample own = *s;

   for (size_t i = 0; i < s->count; i++)
      own.pilot[i] = fmax(curve_at(curve, s->size[i]) / s->unit,
                          s->cost[i] * 1e-3);
   set_residuals(&own);
   if (trimmed_residual(&own) >= before * exp(-curve_penalty / s->count))
      return false;
   set_scatter(&own);
   *s = own;
   return true;
}
