/* Two regimes: one curve below a changepoint, another from there on.

   A cache that overflows, an algorithm that is switched, a limit that is
   reached: the upper regime names the class, because larger inputs are in it.
   The noise may be the same in both regimes or not: exact counts of small
   inputs say nothing about the noise of large ones.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/changepoint.h"
#include "infer/changepoint_scan.h"
#include "infer/fixed_models.h"

#include <math.h>
#include <string.h>

static const double changepoint_prior = .1;
/* Prior that each regime has a noise of its own, and the logarithm of the range
   of that noise. */
static const double own_noise_prior = .3, log_noise_range = 8;
/* Four points on each side.  At a minimum of 12, linear routines called at 10
   or 11 sizes, whose copies cost more from 2 KB on, were surely n log n in half
   of the draws. */
enum { MIN_POINTS = 8 };
/* Positions whose evidence is computed: the best ones of the scan. */
enum { CANDIDATES = 3 };
/* Logarithm of the range of a coefficient's prior, as in evidence.c. */
static const double log_range = 60;

/* Models of the lower regime. */
static const struct { int count, terms[2]; } lower_models[] = {
   { 1, { GROWTH_CONSTANT } }, { 1, { GROWTH_LOG } }, { 1, { GROWTH_LINEAR } },
   { 1, { GROWTH_LINEARITHMIC } }, { 1, { GROWTH_N15 } },
   { 1, { GROWTH_QUADRATIC } }, { 1, { GROWTH_CUBIC } },
   { 2, { GROWTH_CONSTANT, GROWTH_LOG } },
   { 2, { GROWTH_CONSTANT, GROWTH_LINEAR } },
   { 2, { GROWTH_CONSTANT, GROWTH_LINEARITHMIC } },
   { 2, { GROWTH_CONSTANT, GROWTH_QUADRATIC } },
   { 2, { GROWTH_LINEAR, GROWTH_QUADRATIC } },
};
#define LOWER_MODELS (sizeof lower_models / sizeof *lower_models)

/* Fit the best curve to the points of the lower regime, by BIC. Return false if
   no curve has positive coefficients. */
static bool fit_lower(const normal_equations *e, lower_segment *best)
{
   double best_score = INFINITY;

   for (size_t i = 0; i < LOWER_MODELS; i++) {
      int count = lower_models[i].count;
      double score, log_prior = 0;
      bool is_positive = true;
      least_squares l;

      if (!evidence_solve(e, lower_models[i].terms, count, &l))
         continue;
      for (int k = 0; k < count; k++) {
         is_positive &= l.c[k] > 0;
         log_prior -= log(l.c[k]) + log(log_range);
      }
      if (!is_positive)
         continue;
      score = e->weight * log(l.rss + e->weight * 1e-5) +
              2 * count * log(e->weight);
      if (score < best_score) {
         best_score = score;
         *best = (lower_segment){
            .rss = l.rss, .count = count,
            .log_prior = log_prior - l.log_determinant / 2
         };
      }
   }
   return best_score < INFINITY;
}

/* Return the log evidence of the lower regime by itself, over all its
   models. */
static double lower_evidence(const sample *s, const normal_equations *e,
                             size_t past)
{
   double total = -INFINITY;
   model_fit f;

   for (size_t i = 0; i < LOWER_MODELS; i++) {
      cost_model m = { .count = lower_models[i].count, .share_min = .05,
                       .share_max = 1.25 };
      double lead, top;

      memcpy(m.terms, lower_models[i].terms, sizeof lower_models[i].terms);
      lead = s->term[past - 1][m.terms[m.count - 1]];
      top = lead > 0 ? s->pilot[past - 1] / lead : 0;
      if (top > 0 && evidence_of(e, &m, top, e->weight, &evidence_no_segment,
                      total - TALLY_NEGLIGIBLE, &f))
         total = evidence_log_add(total, f.log_evidence - log(LOWER_MODELS));
   }
   return total;
}

/* Try all models with a changepoint before the point `first`.  Return the mass
   of these models. */
static double try_at(tally *t, size_t first, double prior,
                     lower_segment *segment)
{
   const sample *s = t->sample;
   double before = t->two_regimes, added, alone;
   normal_equations lower, upper;

   sample_equations(&lower, s, 0, first);
   sample_equations(&upper, s, first, s->count);
   if (!fit_lower(&lower, segment))
      return -INFINITY;
   t->two_regimes = -INFINITY;
   fixed_models_try_segment(
      t, &upper, segment, lower.weight + upper.weight, s->size[first],
      log(prior * (1 - own_noise_prior) / LOWER_MODELS));
   alone = lower_evidence(s, &lower, first);
   if (alone > -INFINITY)
      fixed_models_try_segment(
         t, &upper, &evidence_no_segment, upper.weight, s->size[first],
         alone - log(log_range) - log(log_noise_range) - log(2) +
         log(prior * own_noise_prior));
   added = t->two_regimes;
   t->two_regimes = evidence_log_add(before, added);
   return added;
}

bool changepoint_try(tally *t, const normal_equations *all, changepoint *best)
{
   two_segments kept[CANDIDATES];
   double best_mass = -INFINITY;
   size_t positions, count;

   if (t->sample->count < MIN_POINTS)
      return false;
   count = changepoint_scan(t->sample, all, kept, CANDIDATES, &positions);
   for (size_t k = 0; k < count; k++) {
      lower_segment segment;
      double mass = try_at(t, kept[k].first, changepoint_prior / positions,
                           &segment);

      if (mass > best_mass) {
         best_mass = mass;
         best->first = kept[k].first;
         best->lower = segment;
      }
   }
   return best_mass > -INFINITY;
}
