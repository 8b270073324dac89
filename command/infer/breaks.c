/* A quick look at all places where one curve might end and another begin.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/breaks.h"

#include <math.h>

enum { FEWEST_ON_A_SIDE = 4 };
static const double least_reach = 2;        /* of the right one */

/* Of sums, what simple curves need. */
typedef struct {
   double right[FIXED_TERMS], itself[FIXED_TERMS], with_one[FIXED_TERMS];
   double square;
} simple_sums;

static void add_point(simple_sums *to, const sample *s, size_t point)
{
   double scale = 1 / s->pilot[point], z = s->response[point];
   double w = s->weight[point] / (s->noise[point] * s->noise[point]);

   for (int t = 0; t < FIXED_TERMS; t++) {
      double x = s->term[point][t] * scale;

      to->right[t] += w * x * z;
      to->itself[t] += w * x * x;
      to->with_one[t] += w * x * scale;
   }
   to->square += w * z * z;
}

/* `all` without `left`. */
static void take_rest(simple_sums *rest, const sums *all,
                      const simple_sums *left)
{
   for (int t = 0; t < FIXED_TERMS; t++) {
      rest->right[t] = all->right[t] - left->right[t];
      rest->itself[t] = all->gram[t][t] - left->itself[t];
      rest->with_one[t] = all->gram[t][GROWTH_CONSTANT] - left->with_one[t];
   }
   rest->square = all->square - left->square;
}

static void take_better(simple_curve *best, int term, double coefficient,
                        double constant, double rest)
{
   if (rest < best->rest)
      *best = (simple_curve){ term, coefficient, constant, fmax(0, rest) };
}

static simple_curve fit_simple(const simple_sums *s)
{
   static const int terms[] = {
      GROWTH_CONSTANT, GROWTH_LOG, GROWTH_LINEAR, GROWTH_LINEARITHMIC,
      GROWTH_N15, GROWTH_QUADRATIC, GROWTH_CUBIC,
   };
   simple_curve best = { GROWTH_CONSTANT, 0, 0, s->square };
   double g11 = s->itself[GROWTH_CONSTANT];
   double b1 = s->right[GROWTH_CONSTANT];

   for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
      int t = terms[i];
      double g = s->itself[t], b = s->right[t];
      double mixed = s->with_one[t];
      double determinant = g * g11 - mixed * mixed;
      double c1 = (g * b1 - mixed * b) / determinant;
      double c = (g11 * b - mixed * b1) / determinant;

      if (g > 0)
         take_better(&best, t, b / g, 0, s->square - b * b / g);
      if (determinant > 1e-12 * g * g11 && c1 > 0 && c > 0)
         take_better(&best, t, c, c1, s->square - c1 * b1 - c * b);
   }
   return best;
}

size_t breaks_scan(const sample *s, const sums *all, two_curves *best,
                   size_t room, size_t *tried)
{
   simple_sums left = { .square = 0 }, right;
   size_t kept = 0;

   *tried = 0;
   for (size_t i = 0; i + FEWEST_ON_A_SIDE < s->count; i++) {
      two_curves here = { .first = i + 1 };
      size_t place;

      add_point(&left, s, i);
      if (here.first < FEWEST_ON_A_SIDE ||
          s->size[s->count - 1] < least_reach * s->size[here.first])
         continue;
      ++*tried;
      take_rest(&right, all, &left);
      here.left = fit_simple(&left);
      here.right = fit_simple(&right);
      here.rest = here.left.rest + here.right.rest;

      if (kept < room)
         place = kept++;
      else if (best[room - 1].rest > here.rest)
         place = room - 1;
      else
         continue;
      for (; place > 0 && best[place - 1].rest > here.rest; place--)
         best[place] = best[place - 1];
      best[place] = here;
   }
   return kept;
}
