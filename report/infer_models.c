/* The models with fixed terms, and the account of how probable each class is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer_models.h"

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
   a trace: down to trace_min, and so much less probable. */
static const double least_share = .05, greatest_share = 1.25;
static const double least_share_log = .005, least_share_linearithmic = .08;
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
               : lead == GROWTH_LINEARITHMIC ? least_share_linearithmic
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
      m.is_last_lower_negative = m.count == 2 && m.terms[0] == GROWTH_CONSTANT;
      if (m.is_last_lower_negative)
         try_model(t, part, &m, &c, other, weight, prior);
   }
}
