/* Two regimes: one curve up to a size, another from there.

   A cache that overflows, a method that is switched, a limit that is reached:
   what counts for larger inputs is the right one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer_models.h"

#include <math.h>
#include <string.h>

static const double break_prior = .02;
enum { FEWEST_IN_ALL = 12, FEWEST_ON_A_SIDE = 4 };
static const double least_reach = 2;        /* of the right one */
static const double log_range = 60;         /* as of lower coefficients */
enum { BREAKS_KEPT = 3 };

/* What the left one may be. */
static const struct { int count, terms[2]; } left_models[] = {
   { 1, { GROWTH_CONSTANT } }, { 1, { GROWTH_LOG } }, { 1, { GROWTH_LINEAR } },
   { 1, { GROWTH_LINEARITHMIC } }, { 1, { GROWTH_QUADRATIC } },
   { 2, { GROWTH_CONSTANT, GROWTH_LINEAR } },
   { 2, { GROWTH_LINEAR, GROWTH_QUADRATIC } }, { 1, { GROWTH_N15 } },
   { 2, { GROWTH_CONSTANT, GROWTH_LOG } },
};
#define LEFT_MODELS (sizeof left_models / sizeof *left_models)

/* The least squares that one term, or it and a constant, leave. */
static double quick_rest(const sums *s)
{
   static const int terms[] = {
      GROWTH_CONSTANT, GROWTH_LOG, GROWTH_LINEAR, GROWTH_LINEARITHMIC,
      GROWTH_N15, GROWTH_QUADRATIC, GROWTH_CUBIC,
   };
   double best = s->square;
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
         best = fmin(best, s->square - b * b / g);
      if (determinant > 1e-12 * g * g11 && c1 > 0 && c > 0)
         best = fmin(best, s->square - c1 * b1 - c * b);
   }
   return fmax(0, best);
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

/* The best curve for the left points; false: there is none. */
static bool fit_left(const sums *left, other_part *best)
{
   double best_score = INFINITY;

   for (size_t i = 0; i < LEFT_MODELS; i++) {
      int count = left_models[i].count;
      double score, occam = 0;
      bool is_positive = true;
      least_squares l;

      if (!evidence_solve(left, left_models[i].terms, count, &l))
         continue;
      for (int k = 0; k < count; k++) {
         is_positive &= l.c[k] > 0;
         occam -= log(l.c[k]) + log(log_range);
      }
      if (!is_positive)
         continue;
      score = left->weight * log(l.rest + left->weight * 1e-5) +
              2 * count * log(left->weight);
      if (score < best_score) {
         best_score = score;
         *best = (other_part){ .rest = l.rest, .count = count,
                               .occam = occam - l.log_determinant / 2 };
      }
   }
   return best_score < INFINITY;
}

bool models_try_regimes(tally *t, const sums *all, regime_break *best)
{
   const sample *s = t->sample;
   struct { double rest; size_t first; } kept[BREAKS_KEPT + 1];
   size_t kept_count = 0, breaks = 0;
   double best_mass = -INFINITY;
   sums left = { .weight = 0 }, right;

   if (s->count < FEWEST_IN_ALL)
      return false;
   for (size_t i = 0; i + FEWEST_ON_A_SIDE < s->count; i++) {
      size_t first = i + 1, place = kept_count;
      double rest;

      sums_add(&left, s, i);
      if (first < FEWEST_ON_A_SIDE ||
          s->size[s->count - 1] < least_reach * s->size[first])
         continue;
      breaks++;
      right = *all;
      subtract(&right, &left);
      rest = quick_rest(&left) + quick_rest(&right);
      for (; place > 0 && kept[place - 1].rest > rest; place--)
         kept[place] = kept[place - 1];
      kept[place].rest = rest;
      kept[place].first = first;
      if (kept_count < BREAKS_KEPT)
         kept_count++;
   }

   for (size_t k = 0; k < kept_count; k++) {
      double before = t->two_regimes, added;
      size_t first = kept[k].first;
      other_part other;

      sums_of(&left, s, 0, first);
      sums_of(&right, s, first, s->count);
      if (!fit_left(&left, &other))
         continue;
      t->two_regimes = -INFINITY;
      models_try_part(t, &right, &other, all->weight, s->size[first],
                      log(break_prior / LEFT_MODELS / breaks));
      added = t->two_regimes;
      t->two_regimes = log_add(before, added);
      if (added > best_mass) {
         best_mass = added;
         best->first = first;
         best->left = other;
      }
   }
   return best_mass > -INFINITY;
}
