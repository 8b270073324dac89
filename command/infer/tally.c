/* The posterior of each class.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/tally.h"
#include "infer/tuning.h"

#include <math.h>
#include <string.h>

void tally_start(tally *t, const sample *s)
{
   t->sample = s;
   for (int i = 0; i < GROWTH_KINDS; i++)
      t->log_mass[i] = -INFINITY;
   t->one_regime = t->two_regimes = t->best_power_mass = -INFINITY;
   t->best = -INFINITY;
   t->best_power = 0;
   t->model_count = 0;
}

double tally_least(const tally *t, double log_prior)
{
   return t->best - TALLY_NEGLIGIBLE - log_prior;
}

bool tally_would_list(const tally *t, double log_mass)
{
   return t->model_count < VERDICT_MODELS ||
          t->models[VERDICT_MODELS - 1].log_mass < log_mass;
}

static bool is_factorial(const tally_entry *entry)
{
   return entry->counts_for == GROWTH_EXPONENTIAL &&
          entry->parameter == TALLY_FACTORIAL;
}

static growth term_growth(const tally_entry *entry, int term)
{
   if (term != TERM_FREE)
      return (growth){ term, 0 };
   if (entry->counts_for == GROWTH_EXPONENTIAL)
      return (growth){ GROWTH_EXPONENTIAL, is_factorial(entry) };
   if (entry->counts_for == GROWTH_LINEARITHMIC)
      return (growth){ GROWTH_LINEARITHMIC, entry->parameter };
   return (growth){ GROWTH_POWER, entry->parameter };
}

static void fill_model(tally_model *m, const sample *s,
                       const tally_entry *entry, const model_fit *f,
                       double log_mass)
{
   int count = entry->model->count;
   double value = 0;

   memset(m, 0, sizeof *m);
   m->log_mass = log_mass;
   m->counts_for = entry->counts_for;
   m->is_trace = entry->is_trace;
   m->curve.count = count;
   m->curve.from = entry->from;
   m->curve.offset = s->offset;
   for (int i = 0; i < count; i++) {
      int from = count - 1 - i, term = entry->model->terms[from];
      double scale = term == TERM_FREE ? entry->parameter_scale
                                       : s->scale[term];

      m->curve.terms[i].term = term_growth(entry, term);
      m->curve.terms[i].base = term == TERM_FREE && !is_factorial(entry)
                                 ? exp(entry->parameter) : 0;
      m->curve.terms[i].coefficient = f->coefficient[from] * s->unit / scale;
      value += f->coefficient[from];
   }
   m->lead_share = f->coefficient[count - 1] / value;
   m->lead_deviation = f->lead_deviation / value;
   m->spread = f->spread * s->noise[s->count - 1];
   m->freedom = f->freedom;
}

/* Return the exponent of a term at the largest size. */
static double last_exponent(const tally_entry *entry, int term, double log_size)
{
   const growth g = term_growth(entry, term);

   return g.kind == GROWTH_LINEARITHMIC ? 1 + fmax(g.power, 1) / log_size
                                        : growth_power(g);
}

static int lead_of(const tally_entry *entry)
{
   return entry->model->terms[entry->model->count - 1];
}

/* Return whether a model of O(n) lets the cost of a cell rise up to the largest
   size.  What is left of a constant or log n there, is a start. */
static bool is_rising(const tally *t, const tally_entry *entry,
                      const model_fit *f)
{
   const sample *s = t->sample;
   const double log_size = log(s->size[s->count - 1]);
   double cost = 0, slope = 0;

   if (entry->is_trace && lead_of(entry) != GROWTH_LINEARITHMIC)
      return false;
   for (int i = 0; i < entry->model->count; i++) {
      const int term = entry->model->terms[i];

      if (term <= GROWTH_LOG)
         continue;
      cost += f->coefficient[i];
      slope += f->coefficient[i] * last_exponent(entry, term, log_size);
   }
   return slope / cost > 1 + tuning_values.rise / log_size;
}

/* The cost of a cell that rises is that of O(n log n) beside linear work, or of
   O(n) whose steps cost more and more: a model of the one counts for the other,
   too.  A model of O(n log n) that is nearly exact is true; one of O(n) that
   rises never is: n minus a root, a drift, and a trace only come near.  So it is
   with O(n^2 log n), which hardly any program has: it is O(n^2) as well. */
static void share_rising(tally *t, const tally_entry *entry,
                         const model_fit *f, double mass)
{
   growth_kind other = GROWTH_LINEAR;
   double noise = tuning_values.rise_noise;

   if (entry->counts_for == GROWTH_LINEAR) {
      if (!is_rising(t, entry, f))
         return;
      other = GROWTH_LINEARITHMIC;
      noise = 0;
   } else if (entry->counts_for == GROWTH_QUADRATIC_LOG)
      other = GROWTH_QUADRATIC;
   else if (entry->counts_for != GROWTH_LINEARITHMIC)
      return;
   mass += log(tuning_values.rise_share) -
           f->freedom / 2 * log1p(pow(noise / f->spread, 2));
   t->log_mass[other] = evidence_log_add(t->log_mass[other], mass);
}

/* No cost grows more slowly than the cells that are read.  If it seems to, then
   O(n) is near, with lower terms that no model has: a model of a root or a
   power below n counts for O(n), too, and hardly for its own class. */
static void share_sublinear(tally *t, const tally_entry *entry, double mass)
{
   if (t->sample->kind != SIZE_IN_CELLS ||
       !(entry->counts_for == GROWTH_SQRT ||
         (entry->counts_for == GROWTH_POWER &&
          entry->parameter < TALLY_SUBLINEAR)))
      return;
   mass += log(tuning_values.sublinear_share /
               tuning_values.sublinear_prior);
   t->log_mass[GROWTH_LINEAR] =
      evidence_log_add(t->log_mass[GROWTH_LINEAR], mass);
}

void tally_add(tally *t, const tally_entry *entry, const model_fit *f,
               double log_prior)
{
   double mass = f->log_evidence + log_prior;
   double *regime = entry->from > 0 ? &t->two_regimes : &t->one_regime;
   double *of_class = &t->log_mass[entry->counts_for];
   size_t place = t->model_count;

   if (isnan(mass))
      return;
   t->best = fmax(t->best, mass);
   *of_class = evidence_log_add(*of_class, mass);
   *regime = evidence_log_add(*regime, mass);
   share_rising(t, entry, f, mass);
   share_sublinear(t, entry, mass);
   if (!tally_would_list(t, mass))
      return;
   if (place < VERDICT_MODELS)
      t->model_count++;
   else
      place--;
   for (; place > 0 && t->models[place - 1].log_mass < mass; place--)
      t->models[place] = t->models[place - 1];
   fill_model(&t->models[place], t->sample, entry, f, mass);
}

void tally_try(tally *t, const normal_equations *e, const tally_entry *entry,
               const lower_segment *lower, double weight, double log_prior)
{
   model_fit f;

   if (evidence_of(e, entry->model, t->sample->top, weight, lower,
                   tally_least(t, log_prior), &f))
      tally_add(t, entry, &f, log_prior);
}
