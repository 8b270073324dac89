/* Scan all positions of a changepoint.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/changepoint_scan.h"

#include <math.h>

/* Points on each side of a changepoint, at least. */
enum { MIN_POINTS = 4 };
/* Ratio of the largest size to the first size of the upper curve, at least. */
static const double min_upper_range = 2;

/* The part of the normal equations that simple curves need. */
typedef struct {
   double rhs[FIXED_TERMS];
   double itself[FIXED_TERMS];       /* the diagonal of the Gram matrix */
   double with_one[FIXED_TERMS];     /* its column of the constant */
   double square;
} simple_equations;

static void add_point(simple_equations *to, const sample *s, size_t point)
{
   double scale = 1 / s->pilot[point], z = s->response[point];
   double w = s->weight[point] / (s->noise[point] * s->noise[point]);

   for (int t = 0; t < FIXED_TERMS; t++) {
      double x = s->term[point][t] * scale;

      to->rhs[t] += w * x * z;
      to->itself[t] += w * x * x;
      to->with_one[t] += w * x * scale;
   }
   to->square += w * z * z;
}

/* Set `upper` to `all` minus `lower`. */
static void subtract(simple_equations *upper, const normal_equations *all,
                     const simple_equations *lower)
{
   for (int t = 0; t < FIXED_TERMS; t++) {
      upper->rhs[t] = all->rhs[t] - lower->rhs[t];
      upper->itself[t] = all->gram[t][t] - lower->itself[t];
      upper->with_one[t] = all->gram[t][GROWTH_CONSTANT] - lower->with_one[t];
   }
   upper->square = all->square - lower->square;
}

static void keep_better(segment_curve *best, int term, double coefficient,
                        double constant, double rss)
{
   if (rss < best->rss)
      *best = (segment_curve){ term, coefficient, constant, fmax(0, rss) };
}

static segment_curve fit_segment(const simple_equations *s)
{
   static const int terms[] = {
      GROWTH_CONSTANT, GROWTH_LOG, GROWTH_LINEAR, GROWTH_LINEARITHMIC,
      GROWTH_N15, GROWTH_QUADRATIC, GROWTH_CUBIC,
   };
   segment_curve best = { GROWTH_CONSTANT, 0, 0, s->square };
   double g11 = s->itself[GROWTH_CONSTANT];
   double b1 = s->rhs[GROWTH_CONSTANT];

   for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
      int t = terms[i];
      double g = s->itself[t], b = s->rhs[t];
      double mixed = s->with_one[t];
      double determinant = g * g11 - mixed * mixed;
      double c1 = (g * b1 - mixed * b) / determinant;
      double c = (g11 * b - mixed * b1) / determinant;

      if (g > 0)
         keep_better(&best, t, b / g, 0, s->square - b * b / g);
      if (determinant > 1e-12 * g * g11 && c1 > 0 && c > 0)
         keep_better(&best, t, c, c1, s->square - c1 * b1 - c * b);
   }
   return best;
}

size_t changepoint_scan(const sample *s, const normal_equations *all,
                        two_segments *best, size_t room, size_t *tried)
{
   simple_equations lower = { .square = 0 }, upper;
   size_t kept = 0;

   *tried = 0;
   for (size_t i = 0; i + MIN_POINTS < s->count; i++) {
      two_segments here = { .first = i + 1 };
      size_t place;

      add_point(&lower, s, i);
      if (here.first < MIN_POINTS ||
          s->size[s->count - 1] < min_upper_range * s->size[here.first])
         continue;
      ++*tried;
      subtract(&upper, all, &lower);
      here.lower = fit_segment(&lower);
      here.upper = fit_segment(&upper);
      here.rss = here.lower.rss + here.upper.rss;

      if (kept < room)
         place = kept++;
      else if (best[room - 1].rss > here.rss)
         place = room - 1;
      else
         continue;
      for (; place > 0 && best[place - 1].rss > here.rss; place--)
         best[place] = best[place - 1];
      best[place] = here;
   }
   return kept;
}
