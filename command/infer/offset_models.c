/* Models of the size minus an offset: f(n - n0).

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/offset_models.h"
#include "infer/fixed_models.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <math.h>

/* Prior of an offset; it is spread evenly over the cut, the logarithm of the
   part of the smallest size that is left (sample.h), and tried in steps. */
static const double offset_prior = .3, cut_step = .5;
static const size_t min_sizes = 8;
/* No offset is tried if a model explains the costs to this relative standard
   deviation... */
static const double perfect_spread = 1.2e-4;
/* ...or if the log mass of O(1) is above that of every other class by this. */
static const double constant_for_sure = 6;

typedef struct {
   tally *tally;
   const sample *sample;             /* without an offset */
   sample *shifted;                  /* scratch space */
   double range;                     /* the largest cut */
   int lead;                         /* the leading term of `rss_at` */
} offset_search;

/* Return whether a model is tried with an offset.  A root or a logarithm below
   n is not: it is infinitely steep at the smallest size, so it fits whatever
   happens there. */
static bool can_have_offset(const cost_model *m)
{
   for (int i = 0; i < m->count; i++)
      if (m->terms[i] == GROWTH_LOG || m->terms[i] == GROWTH_SQRT)
         return false;
   return m->terms[m->count - 1] != GROWTH_CONSTANT;
}

/* Return whether the last lower term may be negative, as in n (n - 1) / 2 and
   n log n - n.  A negative constant is an offset itself. */
static bool can_be_negative(const cost_model *m)
{
   const int last = m->count > 1 ? m->terms[m->count - 2] : GROWTH_CONSTANT;

   return last == GROWTH_LINEAR || last == GROWTH_QUADRATIC;
}

/* Try all models, or those with one leading term, at a cut that represents
   `width` of the range.  lead -1: all. */
static void try_cut(const offset_search *o, double cut, double width, int lead)
{
   tally *t = o->tally;
   const double share = log(offset_prior * width / fmax(o->range, cut_step));
   normal_equations all;

   sample_shift(o->shifted, sample_offset(o->sample, cut));
   sample_equations(&all, o->shifted, 0, o->shifted->count);
   t->sample = o->shifted;
   for (size_t i = 0; i < FIXED_MODELS; i++) {
      double prior = fixed_models_log_prior(i, o->sample) + share;
      cost_model m = fixed_models_get(i);
      tally_entry entry = { .model = &m,
                            .counts_for = m.terms[m.count - 1] };

      if (!can_have_offset(&m) || (lead >= 0 && (int)entry.counts_for != lead))
         continue;
      tally_try(t, &all, &entry, &evidence_no_segment, all.weight, prior);
      if (can_be_negative(&m)) {
         m.is_last_lower_negative = true;
         tally_try(t, &all, &entry, &evidence_no_segment, all.weight, prior);
      }
   }
   t->sample = o->sample;
}

/* Return the residual sum of squares of the best sum of 1, n and a leading
   term, of any sign, at a cut. */
static double rss_at(double cut, void *data)
{
   const offset_search *o = data;
   const sample *s = o->sample;
   const int terms[] = { GROWTH_CONSTANT, GROWTH_LINEAR, o->lead };
   const double offset = sample_offset(s, cut);
   least_squares l;
   normal_equations all = { .weight = s->count };

   for (size_t i = 0; i < s->count; i++) {
      const double n = s->size[i] - offset, scale = 1 / s->pilot[i];
      const double lead = o->lead == GROWTH_N15 ? n * sqrt(n)
                        : o->lead == GROWTH_LINEARITHMIC ? n * log2(n)
                        : n * n * log2(n);
      const double x[] = { scale, n * scale, lead * scale };
      const double w = s->weight[i] / (s->noise[i] * s->noise[i]);

      for (int a = 0; a < 3; a++) {
         all.rhs[terms[a]] += w * x[a] * s->response[i];
         for (int b = 0; b <= a; b++)
            all.gram[terms[a]][terms[b]] += w * x[a] * x[b];
      }
      all.square += w * s->response[i] * s->response[i];
   }
   return evidence_solve(&all, terms, 3, &l) ? l.rss : all.square;
}

/* Refine a minimum of rss_at between two cuts. */
static void refine(offset_search *o, double *cut, double least, double low,
                   double left, double high, double right)
{
   enum { MAX_STEPS = 20 };
   const double near = 1e-4;
   const gsl_function f = { rss_at, o };
   gsl_min_fminimizer *m =
      gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
   int status = gsl_min_fminimizer_set_with_values(
      m, (gsl_function *)&f, *cut, least, low, left, high, right);

   /* If it fails, the cut of the step is good enough. */
   for (int i = 0; i < MAX_STEPS && status == GSL_SUCCESS && high - low > near;
        i++) {
      status = gsl_min_fminimizer_iterate(m);
      if (status != GSL_SUCCESS)
         break;
      *cut = gsl_min_fminimizer_x_minimum(m);
      low = gsl_min_fminimizer_x_lower(m);
      high = gsl_min_fminimizer_x_upper(m);
   }
   gsl_min_fminimizer_free(m);
}

/* Find the cut with the least residual sum of squares, and the width of the
   interval around it that explains costs as well (Laplace's method).  Return
   false if no cut within the range is a minimum. */
static bool best_cut(offset_search *o, double *cut, double *width)
{
   const double aside = .01;
   double before = rss_at(0, o), here = rss_at(cut_step, o), least = 0;
   double low = 0, high = 0, left = 0, right = 0, curvature;

   for (double at = cut_step; at < o->range; at += cut_step) {
      const double next = fmin(at + cut_step, o->range);
      const double after = rss_at(next, o);

      if (here < before && here < after && (high <= 0 || here < least)) {
         *cut = at;
         low = at - cut_step;
         high = next;
         left = before;
         right = after;
         least = here;
      }
      before = here;
      here = after;
   }
   if (high <= 0)
      return false;
   refine(o, cut, least, low, left, high, right);
   least = rss_at(*cut, o);
   curvature = ((rss_at(*cut + aside, o) + rss_at(*cut - aside, o)) / 2 -
                least) / (aside * aside);
   least += o->sample->count * perfect_spread * perfect_spread;
   *width = sqrt(2 * M_PI * least / (o->sample->count * fmax(curvature, 0)));
   return true;
}

/* Return whether an offset can explain costs better than the models that were
   tried. */
static bool is_needed(const tally *t)
{
   double growing = -INFINITY;

   for (int i = GROWTH_CONSTANT + 1; i < GROWTH_KINDS; i++)
      growing = fmax(growing, t->log_mass[i]);
   return t->sample->count >= min_sizes && t->model_count > 0 &&
          t->models[0].spread > perfect_spread &&
          growing > t->log_mass[GROWTH_CONSTANT] - constant_for_sure;
}

void offset_models_try(tally *t)
{
   /* Classes that a step of the cut is too coarse for if costs are exact.  The
      others are polynomials: with any offset they remain polynomials. */
   static const int sensitive[] = {
      GROWTH_LINEARITHMIC, GROWTH_N15, GROWTH_QUADRATIC_LOG
   };
   sample shifted;
   offset_search o = { t, t->sample, &shifted, sample_cut_range(t->sample), 0 };

   if (!is_needed(t) || o.range < cut_step / 2)
      return;
   shifted = *t->sample;
   for (double cut = 0; cut < o.range; cut += cut_step)
      try_cut(&o, fmin(cut + cut_step / 2, o.range),
              fmin(cut_step, o.range - cut), -1);
   for (size_t i = 0; i < sizeof sensitive / sizeof *sensitive; i++) {
      double cut = 0, width;

      o.lead = sensitive[i];
      if (best_cut(&o, &cut, &width) && width < cut_step)
         try_cut(&o, cut, width, o.lead);
   }
}
