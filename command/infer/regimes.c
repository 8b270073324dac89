/* Two regimes: one curve up to a size, another from there.

   A cache that overflows, a method that is switched, a limit that is reached:
   what counts for larger inputs is the right one.  The noise may be the same on
   both sides or not: exact counts of small inputs say nothing of how far those
   of large ones are to be trusted.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/breaks.h"
#include "infer/models.h"

#include <math.h>
#include <string.h>

static const double break_prior = .1;
/* That each side has a noise of its own. */
static const double own_noise_prior = .3;
/* ln of the range of that second noise. */
static const double log_noise_range = 8;
/* Four points on each side, and two for a break that lies a little off.  With
   12, linear routines that were called at 10 or 11 sizes, and whose copies cost
   more from 2 KB on, were surely n log n in half of the draws. */
enum { FEWEST_IN_ALL = 10, BREAKS_KEPT = 3 };
static const double log_range = 60;         /* as of lower coefficients */

/* What the left one may be. */
static const struct { int count, terms[2]; } left_models[] = {
   { 1, { GROWTH_CONSTANT } }, { 1, { GROWTH_LOG } }, { 1, { GROWTH_LINEAR } },
   { 1, { GROWTH_LINEARITHMIC } }, { 1, { GROWTH_N15 } },
   { 1, { GROWTH_QUADRATIC } }, { 1, { GROWTH_CUBIC } },
   { 2, { GROWTH_CONSTANT, GROWTH_LOG } },
   { 2, { GROWTH_CONSTANT, GROWTH_LINEAR } },
   { 2, { GROWTH_CONSTANT, GROWTH_LINEARITHMIC } },
   { 2, { GROWTH_CONSTANT, GROWTH_QUADRATIC } },
   { 2, { GROWTH_LINEAR, GROWTH_QUADRATIC } },
};
#define LEFT_MODELS (sizeof left_models / sizeof *left_models)

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

/* The evidence of the left points alone, over all that may be there. */
static double left_evidence(const sample *s, const sums *left, size_t past)
{
   static const other_part nothing;
   double total = -INFINITY;
   fit f;

   for (size_t i = 0; i < LEFT_MODELS; i++) {
      shape m = { .count = left_models[i].count, .share_min = .05,
                  .share_max = 1.25 };
      double lead, top;

      memcpy(m.terms, left_models[i].terms, sizeof left_models[i].terms);
      lead = s->term[past - 1][m.terms[m.count - 1]];
      top = lead > 0 ? s->pilot[past - 1] / lead : 0;
      if (top > 0 && evidence_of(left, &m, top, left->weight, &nothing,
                      total - NEGLIGIBLE, &f))
         total = log_add(total, f.log_evidence - log(LEFT_MODELS));
   }
   return total;
}

/* Tells how probable a break is. */
static double try_break(tally *t, size_t first, double prior, other_part *left)
{
   static const other_part nothing;
   const sample *s = t->sample;
   double before = t->two_regimes, added, alone;
   sums lower, upper;

   sums_of(&lower, s, 0, first);
   sums_of(&upper, s, first, s->count);
   if (!fit_left(&lower, left))
      return -INFINITY;
   t->two_regimes = -INFINITY;
   models_try_part(t, &upper, left, lower.weight + upper.weight,
                   s->size[first],
                   log(prior * (1 - own_noise_prior) / LEFT_MODELS));
   alone = left_evidence(s, &lower, first);
   if (alone > -INFINITY)
      models_try_part(t, &upper, &nothing, upper.weight, s->size[first],
                      alone - log(log_range) - log(log_noise_range) - log(2) +
                      log(prior * own_noise_prior));
   added = t->two_regimes;
   t->two_regimes = log_add(before, added);
   return added;
}

bool models_try_regimes(tally *t, const sums *all, regime_break *best)
{
   two_curves kept[BREAKS_KEPT];
   double best_mass = -INFINITY;
   size_t breaks, count;

   if (t->sample->count < FEWEST_IN_ALL)
      return false;
   count = breaks_scan(t->sample, all, kept, BREAKS_KEPT, &breaks);
   for (size_t k = 0; k < count; k++) {
      other_part left;
      double mass = try_break(t, kept[k].first, break_prior / breaks, &left);

      if (mass > best_mass) {
         best_mass = mass;
         best->first = kept[k].first;
         best->left = left;
      }
   }
   return best_mass > -INFINITY;
}
