/* The models with fixed terms, and the account of how probable each class is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/models.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <math.h>
#include <string.h>

/* How often a class is met before the costs are seen, up to one constant.
   Flat routines outnumber logarithmic ones in programs, but a slight slope is
   easily taken for none. */
static const double class_prior[] = {
   [GROWTH_CONSTANT] = 1, [GROWTH_LOG] = 2, [GROWTH_SQRT] = .2,
   [GROWTH_LINEAR] = 1, [GROWTH_LINEARITHMIC] = 1, [GROWTH_N15] = .2,
   [GROWTH_QUADRATIC] = 1, [GROWTH_QUADRATIC_LOG] = .2, [GROWTH_CUBIC] = 1,
};

/* The least share of the leading term in the cost at the largest size.  Less is
   a trace: down to trace_min, and so much less probable.  Where a logarithm is
   all that makes the term steeper than the next, it may be a step of that one:
   a multiplication whose rows are cleared otherwise from 2 KB on was surely
   n^2 log n, of 5 %. */
static const double least_share = .05, greatest_share = 1.25;
static const double least_share_log = .005, least_share_times_log = .08;
static const double trace_min = .005, trace_prior = .05;

#define ONE GROWTH_CONSTANT
#define LOG GROWTH_LOG
#define SQRT GROWTH_SQRT
#define N GROWTH_LINEAR
#define NLOG GROWTH_LINEARITHMIC
#define N15 GROWTH_N15
#define N2 GROWTH_QUADRATIC
#define N2LOG GROWTH_QUADRATIC_LOG
#define N3 GROWTH_CUBIC

/* The terms of each model, the leading one last. */
static const struct {
   int count, terms[INFER_TERMS];
} models[] = {
   { 1, { ONE } },
   { 1, { LOG } }, { 2, { ONE, LOG } },
   { 1, { SQRT } }, { 2, { ONE, SQRT } }, { 2, { LOG, SQRT } },
   { 1, { N } }, { 2, { ONE, N } }, { 2, { LOG, N } }, { 2, { SQRT, N } },
   { 3, { ONE, LOG, N } }, { 3, { ONE, SQRT, N } },
   { 1, { NLOG } }, { 2, { ONE, NLOG } }, { 2, { N, NLOG } },
   { 3, { ONE, N, NLOG } }, { 3, { LOG, N, NLOG } },
   { 1, { N15 } }, { 2, { ONE, N15 } }, { 2, { N, N15 } },
   { 3, { ONE, N, N15 } }, { 3, { SQRT, N, N15 } },
   { 1, { N2 } }, { 2, { ONE, N2 } }, { 2, { N, N2 } }, { 2, { NLOG, N2 } },
   { 3, { ONE, N, N2 } }, { 3, { ONE, NLOG, N2 } }, { 4, { ONE, N, NLOG, N2 } },
   { 1, { N2LOG } }, { 2, { ONE, N2LOG } }, { 2, { N, N2LOG } },
   { 2, { N2, N2LOG } }, { 3, { ONE, N, N2LOG } }, { 3, { ONE, N2, N2LOG } },
   { 3, { N, N2, N2LOG } }, { 4, { ONE, N, N2, N2LOG } },
   { 1, { N3 } }, { 2, { ONE, N3 } }, { 2, { N, N3 } }, { 2, { N2, N3 } },
   { 3, { ONE, N, N3 } }, { 3, { ONE, N2, N3 } }, { 3, { N, N2, N3 } },
   { 4, { ONE, N, N2, N3 } },
};
#define MODELS (sizeof models / sizeof *models)

/* --- the account --- */

void tally_start(tally *t, const sample *s)
{
   int same[FIXED_TERMS] = { 0 };

   t->sample = s;
   for (int i = 0; i < GROWTH_KINDS; i++)
      t->mass[i] = -INFINITY;
   t->one_regime = t->two_regimes = t->best_power_mass = -INFINITY;
   t->best = -INFINITY;
   t->best_power = 0;
   t->model_count = 0;
   /* A class shares its prior equally among its models. */
   for (size_t i = 0; i < MODELS; i++)
      same[models[i].terms[models[i].count - 1]]++;
   for (int i = 0; i < FIXED_TERMS; i++)
      t->log_prior[i] = log(class_prior[i] / same[i]);
}

double tally_least(const tally *t, double log_prior)
{
   return t->best - NEGLIGIBLE - log_prior;
}

bool tally_would_list(const tally *t, double mass)
{
   return t->model_count < INFER_MODELS ||
          t->models[INFER_MODELS - 1].log_mass < mass;
}

static growth term_growth(const candidate *c, int term)
{
   if (term != TERM_FREE)
      return (growth){ term, 0 };
   if (c->credit == GROWTH_EXPONENTIAL)
      return (growth){ GROWTH_EXPONENTIAL, 0 };
   if (c->credit == GROWTH_LINEARITHMIC)
      return (growth){ GROWTH_LINEARITHMIC, c->free };
   return (growth){ GROWTH_POWER, c->free };
}

static void fill_model(likely_model *m, const sample *s, const candidate *c,
                       const fit *f, double log_mass)
{
   int count = c->shape->count;
   double value = 0;

   memset(m, 0, sizeof *m);
   m->log_mass = log_mass;
   m->credit = c->credit;
   m->is_trace = c->is_trace;
   m->curve.count = count;
   m->curve.from = c->from;
   m->curve.offset = s->offset;
   for (int i = 0; i < count; i++) {
      int from = count - 1 - i, term = c->shape->terms[from];
      double scale = term == TERM_FREE ? c->free_scale : s->scale[term];

      m->curve.terms[i].term = term_growth(c, term);
      m->curve.terms[i].base = term == TERM_FREE ? exp(c->free) : 0;
      m->curve.terms[i].coefficient = f->coefficient[from] * s->unit / scale;
      value += f->coefficient[from];
   }
   m->lead_share = f->coefficient[count - 1] / value;
   m->lead_deviation = f->lead_deviation / value;
   m->spread = f->spread * s->noise[s->count - 1];
   m->freedom = f->freedom;
}

void tally_add(tally *t, const candidate *c, const fit *f, double log_prior)
{
   double mass = f->log_evidence + log_prior;
   double *regime = c->from > 0 ? &t->two_regimes : &t->one_regime;
   size_t place = t->model_count;

   if (isnan(mass))
      return;
   t->best = fmax(t->best, mass);
   t->mass[c->credit] = log_add(t->mass[c->credit], mass);
   *regime = log_add(*regime, mass);
   if (!tally_would_list(t, mass))
      return;
   if (place < INFER_MODELS)
      t->model_count++;
   else
      place--;
   for (; place > 0 && t->models[place - 1].log_mass < mass; place--)
      t->models[place] = t->models[place - 1];
   fill_model(&t->models[place], t->sample, c, f, mass);
}

/* --- the models --- */

static shape shape_of(size_t model)
{
   shape m = { .count = models[model].count, .share_max = greatest_share };
   int lead;

   memcpy(m.terms, models[model].terms, sizeof m.terms);
   lead = m.terms[m.count - 1];
   m.share_min = lead == GROWTH_LOG ? least_share_log
               : lead == GROWTH_LINEARITHMIC || lead == GROWTH_QUADRATIC_LOG
                    ? least_share_times_log
               : least_share;
   return m;
}

static double prior_of(const tally *t, size_t model)
{
   return t->log_prior[models[model].terms[models[model].count - 1]];
}

static void try_model(tally *t, const sums *part, const shape *m,
                      const candidate *c, const other_part *other,
                      double weight, double log_prior)
{
   fit f;

   if (evidence_of(part, m, t->sample->top, weight, other,
                   tally_least(t, log_prior), &f))
      tally_add(t, c, &f, log_prior);
}

void models_try_fixed(tally *t, const sums *all)
{
   static const other_part nothing;

   for (size_t i = 0; i < MODELS; i++) {
      double prior = prior_of(t, i);
      shape m = shape_of(i);
      candidate c = { .shape = &m, .credit = m.terms[m.count - 1] };

      try_model(t, all, &m, &c, &nothing, all->weight, prior);
      if (m.count == 1)
         continue;

      m.is_last_lower_negative = true;
      try_model(t, all, &m, &c, &nothing, all->weight, prior);
      m.is_last_lower_negative = false;

      if (c.credit == GROWTH_LOG)
         continue;
      c.is_trace = true;
      c.credit = m.terms[m.count - 2];
      m.share_max = m.share_min;
      m.share_min = trace_min;
      try_model(t, all, &m, &c, &nothing, all->weight,
                prior + log(trace_prior));
   }
}

void models_try_part(tally *t, const sums *part, const other_part *other,
                     double weight, double from, double log_prior)
{
   for (size_t i = 0; i < MODELS; i++) {
      double prior = log_prior + prior_of(t, i);
      shape m = shape_of(i);
      candidate c = { .shape = &m, .credit = m.terms[m.count - 1],
                      .from = from };

      try_model(t, part, &m, &c, other, weight, prior);
      /* Cells that every call reads, a table for instance, are size without
         cost: c (n - n0). */
      m.is_last_lower_negative = m.count == 2 &&
         (m.terms[0] == GROWTH_CONSTANT || m.terms[0] == N);
      if (m.is_last_lower_negative)
         try_model(t, part, &m, &c, other, weight, prior);
   }
}

/* --- sizes without some cells --- */

/* What every call reads beside its input, a table or the state of an
   allocator, is size that costs nothing: costs are f(n - n0).  The logarithm of
   what is left of the smallest size lies anywhere between that of 1 and of all
   of it. */
static const double offset_prior = .3, offset_step = .5;
static const size_t fewest_for_offset = 8;
/* The least share of the leading term then: less of it beside n may be n alone
   with an offset that differs from call to call. */
static const double least_share_offset = .2;
/* Costs that a curve explains as well as this ask for no other one. */
static const double perfect_spread = 1.2e-4;
/* Nor does a constant that is so much more probable than all else. */
static const double constant_for_sure = 6;

typedef struct {
   tally *tally;
   const sample *sample;             /* as it is */
   sample *shifted;
   double range;                     /* of the cut */
   int lead;
} offset_search;

/* Nothing below n: a logarithm that is infinitely steep at the smallest size
   suits whatever happens there. */
static bool has_offset(const shape *m)
{
   for (int i = 0; i < m->count; i++)
      if (m->terms[i] == LOG || m->terms[i] == SQRT)
         return false;
   return m->terms[m->count - 1] != ONE;
}

/* As in n (n - 1) / 2 and n log n - n.  A constant less is an offset itself,
   and in n log n less than n^2 nobody would see a square. */
static bool may_be_less(const shape *m)
{
   const int lower = m->count > 1 ? m->terms[m->count - 2] : ONE;

   return lower == N || lower == N2;
}

/* All models, or those with one leading term, at a cut that stands for all in
   a part of the range. */
static void try_offset(const offset_search *o, double cut, double width,
                       int lead)
{
   static const other_part nothing;
   tally *t = o->tally;
   const double share = log(offset_prior * width / fmax(o->range, offset_step));
   sums all;

   sample_shift(o->shifted, sample_offset(o->sample, cut));
   sums_of(&all, o->shifted, 0, o->shifted->count);
   t->sample = o->shifted;
   for (size_t i = 0; i < MODELS; i++) {
      double prior = prior_of(t, i) + share;
      shape m = shape_of(i);
      candidate c = { .shape = &m, .credit = m.terms[m.count - 1] };

      m.share_min = least_share_offset;
      if (!has_offset(&m) || (lead >= 0 && (int)c.credit != lead))
         continue;
      try_model(t, &all, &m, &c, &nothing, all.weight, prior);
      if (may_be_less(&m)) {
         m.is_last_lower_negative = true;
         try_model(t, &all, &m, &c, &nothing, all.weight, prior);
      }
   }
   t->sample = o->sample;
}

/* The squares that are left by the best sum of 1, n and a leading term, their
   signs aside. */
static double rest_at(double cut, void *data)
{
   const offset_search *o = data;
   const sample *s = o->sample;
   const int terms[] = { ONE, N, o->lead };
   const double offset = sample_offset(s, cut);
   least_squares l;
   sums all = { .weight = s->count };

   for (size_t i = 0; i < s->count; i++) {
      const double n = s->size[i] - offset, scale = 1 / s->pilot[i];
      const double lead = o->lead == N15 ? n * sqrt(n)
                        : o->lead == NLOG ? n * log2(n) : n * n * log2(n);
      const double x[] = { scale, n * scale, lead * scale };
      const double w = s->weight[i] / (s->noise[i] * s->noise[i]);

      for (int a = 0; a < 3; a++) {
         all.right[terms[a]] += w * x[a] * s->response[i];
         for (int b = 0; b <= a; b++)
            all.gram[terms[a]][terms[b]] += w * x[a] * x[b];
      }
      all.square += w * s->response[i] * s->response[i];
   }
   return evidence_solve(&all, terms, 3, &l) ? l.rest : all.square;
}

/* The cut that leaves the least squares, and how wide the range around it is
   that explains costs as well.  False: none within the range is better than its
   neighbours. */
static bool best_cut(offset_search *o, double *cut, double *width)
{
   enum { MOST_STEPS = 20 };
   const double near = 1e-4, aside = .01;
   const gsl_function f = { rest_at, o };
   double before = rest_at(0, o), here = rest_at(offset_step, o), least = 0;
   double low = 0, high = 0, left = 0, right = 0, steepness;
   gsl_error_handler_t *before_gsl;
   gsl_min_fminimizer *m;
   int status;

   for (double at = offset_step; at < o->range; at += offset_step) {
      const double next = fmin(at + offset_step, o->range);
      const double after = rest_at(next, o);

      if (here < before && here < after && (high <= 0 || here < least)) {
         *cut = at;
         low = at - offset_step;
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
   /* Where it fails the step's middle is as good a place. */
   before_gsl = gsl_set_error_handler_off();
   m = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
   status = gsl_min_fminimizer_set_with_values(m, (gsl_function *)&f, *cut,
                                               least, low, left, high, right);
   for (int i = 0; i < MOST_STEPS && status == GSL_SUCCESS && high - low > near;
        i++) {
      status = gsl_min_fminimizer_iterate(m);
      if (status != GSL_SUCCESS)
         break;
      *cut = gsl_min_fminimizer_x_minimum(m);
      low = gsl_min_fminimizer_x_lower(m);
      high = gsl_min_fminimizer_x_upper(m);
   }
   gsl_min_fminimizer_free(m);
   gsl_set_error_handler(before_gsl);
   least = rest_at(*cut, o);
   steepness = ((rest_at(*cut + aside, o) + rest_at(*cut - aside, o)) / 2 -
                least) / (aside * aside);
   least += o->sample->count * perfect_spread * perfect_spread;
   *width = sqrt(2 * M_PI * least / (o->sample->count * fmax(steepness, 0)));
   return true;
}

/* Can an offset tell anything that is not known without one? */
static bool needs_offset(const tally *t)
{
   double growing = -INFINITY;

   for (int i = GROWTH_CONSTANT + 1; i < GROWTH_KINDS; i++)
      growing = fmax(growing, t->mass[i]);
   return t->sample->count >= fewest_for_offset && t->model_count > 0 &&
          t->models[0].spread > perfect_spread &&
          growing > t->mass[GROWTH_CONSTANT] - constant_for_sure;
}

void models_try_offsets(tally *t)
{
   /* Sums of 1, n, n^2 and n^3 are such sums with any offset. */
   static const int sensitive[] = { NLOG, N15, N2LOG };
   sample shifted;
   offset_search o = { t, t->sample, &shifted, sample_cut_range(t->sample), 0 };

   if (!needs_offset(t) || o.range < offset_step / 2)
      return;
   shifted = *t->sample;
   for (double cut = 0; cut < o.range; cut += offset_step)
      try_offset(&o, fmin(cut + offset_step / 2, o.range),
                 fmin(offset_step, o.range - cut), -1);
   /* Exact costs pin an offset down far better than by steps. */
   for (size_t i = 0; i < sizeof sensitive / sizeof *sensitive; i++) {
      double cut = 0, width;

      o.lead = sensitive[i];
      if (best_cut(&o, &cut, &width) && width < offset_step)
         try_offset(&o, cut, width, o.lead);
   }
}
