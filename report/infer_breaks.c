/* A quick look at all places where one curve might end and another begin.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer_breaks.h"

#include <math.h>

enum { FEWEST_ON_A_SIDE = 4 };
static const double least_reach = 2;        /* of the right one */

static void take_better(simple_curve *best, int term, double coefficient,
                        double constant, double rest)
{
   if (rest < best->rest)
      *best = (simple_curve){ term, coefficient, constant, fmax(0, rest) };
}

static simple_curve fit_simple(const sums *s)
{
   static const int terms[] = {
      GROWTH_CONSTANT, GROWTH_LOG, GROWTH_LINEAR, GROWTH_LINEARITHMIC,
      GROWTH_N15, GROWTH_QUADRATIC, GROWTH_CUBIC,
   };
   simple_curve best = { GROWTH_CONSTANT, 0, 0, s->square };
   double g11 = s->gram[GROWTH_CONSTANT][GROWTH_CONSTANT];
   double b1 = s->right[GROWTH_CONSTANT];

   for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
      int t = terms[i];
      double g = s->gram[t][t], b = s->right[t];
      double mixed = s->gram[GROWTH_CONSTANT][t];
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

static void subtract(sums *from, const sums *s)
{
   for (int a = 0; a < FIXED_TERMS; a++) {
      from->right[a] -= s->right[a];
      for (int b = 0; b < FIXED_TERMS; b++)
         from->gram[a][b] -= s->gram[a][b];
   }
   from->square -= s->square;
   from->weight -= s->weight;
}

size_t breaks_scan(const sample *s, const sums *all, two_curves *best,
                   size_t room, size_t *tried)
{
   sums left = { .weight = 0 }, right;
   size_t kept = 0;

   *tried = 0;
   for (size_t i = 0; i + FEWEST_ON_A_SIDE < s->count; i++) {
      two_curves here = { .first = i + 1 };
      size_t place;

      sums_add(&left, s, i);
      if (here.first < FEWEST_ON_A_SIDE ||
          s->size[s->count - 1] < least_reach * s->size[here.first])
         continue;
      ++*tried;
      right = *all;
      subtract(&right, &left);
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
