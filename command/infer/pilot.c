/* The pilot: a curve near the points, whatever it is made of.

   Three are tried: a sum of all terms, of all of the size or of what is beyond
   some cells of it; two simple curves, one beside the other; and the points
   themselves, smoothed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/breaks.h"

#include <math.h>
#include <string.h>

/* No scatter is taken to be less when outliers are looked for. */
static const double least_scatter = .02;
/* Of the residuals, the largest that do not count in a pilot's favour. */
static const double trimmed = .12;
/* Two curves need to be better than one, in units of the logarithm. */
static const double break_penalty = 8;
/* No noise is taken to be less when its dependence on the size is looked for,
   which has to be so much more probable, in units of the logarithm. */
static const double least_noise = .002, noise_power_penalty = 4;
/* Steps count as no more than so many times the scatter then. */
static const double wild_step = 4;
/* Sizes without some cells need to be better than as they are, in units of the
   logarithm; what is left of the smallest is tried in such steps. */
static const double offset_penalty = 8, offset_step = .5;

/* Neighbours whose residuals' median is beyond so many times the scatter, and
   this, are off. */
enum { SHORT_RUN = 3, LONG_RUN = 5 };
static const double run_off = 4, far_off = .1;

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
};

/* Of a pilot that changes no more the next round is spared. */
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
} normal_equations;

/* Solves the equations of those terms that are in use.  False: they are as
   good as dependent. */
static bool solve_used(const normal_equations *e, const bool *used, double *c)
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

/* The term that is not in use and would help most; -1: none. */
static int most_wanted(const normal_equations *e, const bool *used,
                       const bool *refused, const double *c)
{
   double most = 1e-9;
   int wanted = -1;

   for (int t = 0; t < e->terms; t++) {
      double slope = e->right[t];

      if (used[t] || refused[t] || !(e->gram[t][t] > 0))
         continue;
      for (int k = 0; k < e->terms; k++)
         slope -= e->gram[t][k] * c[k];
      slope /= sqrt(e->gram[t][t]);
      if (slope > most) {
         most = slope;
         wanted = t;
      }
   }
   return wanted;
}

/* Coefficients >= 0 that leave the least squares: the active-set method of
   Lawson and Hanson (Solving Least Squares Problems, 1974, chapter 23), on the
   normal equations. */
static void solve_non_negative(const normal_equations *e, double *c)
{
   bool used[PILOT_TERMS] = { false }, refused[PILOT_TERMS] = { false };
   double next[PILOT_TERMS];
   int wanted;

   memset(c, 0, e->terms * sizeof *c);
   for (int round = 0; round < 3 * PILOT_TERMS &&
                       (wanted = most_wanted(e, used, refused, c)) >= 0;
        round++) {
      used[wanted] = true;
      for (;;) {
         double step = 1;

         if (!solve_used(e, used, next)) {
            used[wanted] = false;
            refused[wanted] = true;
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
      /* Wanted and thrown out at once: rounding, not progress. */
      if (!used[wanted])
         refused[wanted] = true;
   }
}

/* Of rows / scale against the response. */
static void solve_pilot(const sample *s, const pilot_row *rows, int terms,
                        const double *scale, const double *response,
                        const double *weight, double *c)
{
   normal_equations e = { .terms = terms };

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

/* A sum of all terms. */
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
      spread = middle_residual(s);
      for (size_t i = 0; i < s->count; i++) {
         double r = s->residual[i];

         response[i] = 1 + fmax(-1, fmin(1, r));
         weight[i] = fmin(1, 2 * spread / fmax(fabs(r), 1e-300));
      }
      solve_pilot(s, rows, terms, s->pilot, response, weight, c);
      change = 0;
      for (size_t i = 0; i < s->count; i++) {
         double value = 0, before = s->pilot[i];

         for (int t = 0; t < terms; t++)
            value += c[t] * rows[i][t];
         /* A pilot of 0 where there is cost: some term has a zero there. */
         s->pilot[i] = fmax(value, s->cost[i] * 1e-3);
         change = fmax(change, fabs(s->pilot[i] / before - 1));
      }
   }
   set_residuals(s);
}

static double middle_of_run(const sample *s, size_t first, size_t count)
{
   double run[LONG_RUN];

   memcpy(run, &s->residual[first], count * sizeof *run);
   return fabs(median_of(run, count));
}

/* The scatter of all, as it is there, or that of the run itself. */
static double scatter_of_run(const sample *s, size_t first, size_t count)
{
   const double usual = s->scatter * s->noise[first + count / 2];

   return fmax(fmax(usual, least_scatter),
               sample_scatter(s, first, first + count));
}

/* Are three neighbours far off, or five beyond their scatter?  Then it is no
   outlier but the shape that does not suit the pilot: another regime, a drop. */
static bool is_run_off(const sample *s)
{
   for (size_t i = 0; i + SHORT_RUN <= s->count; i++)
      if (middle_of_run(s, i, SHORT_RUN) > run_off * s->scatter + far_off)
         return true;
   for (size_t i = 0; i + LONG_RUN <= s->count; i++)
      if (middle_of_run(s, i, LONG_RUN) >
          run_off * scatter_of_run(s, i, LONG_RUN))
         return true;
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

/* The noise falls or grows with a power of the size, where that explains the
   residuals much better: what is random in an algorithm averages out in large
   inputs, and the corners of a curve of counts are relatively small there. */
static void set_noise(sample *s)
{
   static const double powers[] = { -.25, -.5, -.75, -1, .25, .5 };
   double cut = wild_step * fmax(s->scatter, least_scatter);
   double middle = 0, best = 0, best_power = 0;

   for (size_t i = 0; i < s->count; i++)
      middle += s->log_size[i] / s->count;
   for (int k = -1; k < (int)(sizeof powers / sizeof *powers); k++) {
      double power = k < 0 ? 0 : powers[k], sum = 0, gain;

      /* By steps between neighbours, which a wrong pilot hardly touches. */
      for (size_t i = 1; i < s->count; i++) {
         double r = fmin(fabs(s->residual[i] - s->residual[i - 1]), cut);
         double at = (s->log_size[i] + s->log_size[i - 1]) / 2 - middle;

         sum += (r * r / 2 + least_noise * least_noise) *
                exp(-2 * power * at);
      }
      gain = -(s->count / 2.) * log(sum) - (k < 0 ? 0 : noise_power_penalty);
      if (k < 0 || gain > best) {
         best = gain;
         best_power = power;
      }
   }
   for (size_t i = 0; i < s->count; i++)
      s->noise[i] = exp(best_power * (s->log_size[i] - middle));
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

/* A sum of all terms of sizes without some cells, where that is much better:
   a sum of terms >= 0 is no curve that is steep at first only.  Tells how far
   the points are off. */
static double pilot_by_sums(sample *s)
{
   const double off_sum = trimmed_residual(s);
   const double range = sample_cut_range(s);
   double best = off_sum * exp(-offset_penalty / s->count), off;
   sample shifted;

   /* As near as the scatter permits, by steps between neighbours? */
   if (best < hypot(least_scatter, sample_scatter(s, 0, s->count)))
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

void pilot_fit(sample *s)
{
   double pilot[SAMPLE_MAX], off_sum, off_two;

   pilot_by_sum(s);
   off_sum = pilot_by_sums(s);
   memcpy(pilot, s->pilot, sizeof pilot);
   off_two = pilot_by_two(s) ? trimmed_residual(s) : INFINITY;
   if (!(s->count * log(off_sum / off_two) >
         break_penalty + 2 * log(s->count))) {
      memcpy(s->pilot, pilot, sizeof pilot);
      set_residuals(s);
   }
   s->scatter = sample_scatter(s, 0, s->count);
   set_noise(s);
   if (is_run_off(s))
      pilot_by_neighbours(s);
}
