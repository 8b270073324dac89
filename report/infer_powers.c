/* Models whose leading term has a shape of its own: n^K and exponentials.

   The shape is a number that is integrated over: by cells side by side, those
   around the most probable one divided again and again, since exact counts
   pin it down to a thousandth where scattered ones leave a broad hill.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer_models.h"

#include <math.h>
#include <string.h>

static const double power_prior = .03, exponential_prior = .1;
static const double log_squared_prior = .1;
/* Powers from nearly 0; those that have a class of their own are no n^K. */
static const double power_step = .05, power_max = 4.5;
static const double power_class_min = .1, power_class_max = 4;
static const double own_class = .04, own_class_log = .1;   /* with n log n */
/* From here on n may be a lower term. */
static const double power_over_linear = 1.1;
/* For the exponent's sake n as a lower term is rarer than here. */
static const double exponent_lower_linear = .02;

/* Rates, relative to that of the first and the last cost. */
static const double rate_from = .45, rate_step = .1;
enum { RATES = 12 };
static const double least_base = 1.1;

static const double share_min = .05, share_max = 1.25;

enum { LEVELS = 3, PARTS = 5 };      /* of dividing the cells */

static const struct { int count, terms[INFER_TERMS]; } models[] = {
   { 1, { TERM_FREE } }, { 2, { GROWTH_CONSTANT, TERM_FREE } },
   { 2, { GROWTH_LINEAR, TERM_FREE } },
   { 3, { GROWTH_CONSTANT, GROWTH_LINEAR, TERM_FREE } },
};

/* What a scan is about. */
typedef struct {
   tally *tally;                     /* NULL: the exponent alone */
   const sample *sample;
   sums *part;
   size_t first;                     /* of the points of part */
   const other_part *other;
   double weight;
   bool is_power;
   double prior_density;             /* for a unit of power, or of rate */
} scan;

static void set_free_term(const scan *s, double at)
{
   const sample *p = s->sample;
   size_t last = p->count - 1;
   double values[SAMPLE_MAX];

   for (size_t i = s->first; i < p->count; i++)
      values[i] = exp(at * (s->is_power ? p->log_size[i] - p->log_size[last]
                                        : p->size[i] - p->size[last]));
   sums_set_free(s->part, p, s->first, p->count, values);
}

static bool is_own_class(double power)
{
   static const double powers[] = { .5, 1, 1.5, 2, 3 };

   for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
      bool has_log = powers[i] == 1 || powers[i] == 2;

      if (power > powers[i] - own_class &&
          power < powers[i] + (has_log ? own_class_log : own_class))
         return true;
   }
   return power < power_class_min || power > power_class_max;
}

/* The evidence at one power or rate, over all sets of lower terms.  Where
   `width` is positive it is accounted for as that of so wide a cell. */
static double try_at(const scan *s, double at, double width)
{
   int count = !s->is_power || at < power_over_linear ? 2 : 4;
   double last = s->sample->size[s->sample->count - 1];
   double total = -INFINITY;

   set_free_term(s, at);
   for (int i = 0; i < count; i++) {
      shape m = { .count = models[i].count, .share_min = share_min,
                  .share_max = share_max };
      candidate c = {
         .shape = &m, .free = at,
         .credit = s->is_power ? GROWTH_POWER : GROWTH_EXPONENTIAL,
         .free_scale = s->is_power ? pow(last, at) : exp(at * last),
      };
      fit f;

      memcpy(m.terms, models[i].terms, sizeof m.terms);
      /* Nearly flat powers are no other term than 1. */
      if (s->is_power && at < power_class_min && m.count > 1)
         break;
      if (evidence_of(s->part, &m, s->sample->top, s->weight, s->other, &f)) {
         total = log_add(total, f.log_evidence +
                                (i < 2 ? 0 : log(exponent_lower_linear)));
         if (width > 0)
            tally_add(s->tally, &c, &f,
                      log(s->prior_density * width / count));
      }
      m.is_last_lower_negative = true;
      if (s->is_power && (i == 1 || i == 2) &&
          evidence_of(s->part, &m, s->sample->top, s->weight, s->other, &f)) {
         total = log_add(total, f.log_evidence +
                                (i < 2 ? 0 : log(exponent_lower_linear)));
         if (width > 0)
            tally_add(s->tally, &c, &f,
                      log(s->prior_density * width / count));
      }
   }
   if (width > 0 && s->is_power && total > s->tally->best_power_mass) {
      s->tally->best_power_mass = total;
      s->tally->best_power = at;
   }
   return total;
}

static size_t best_cell(const exponent_posterior *e)
{
   size_t best = 0;

   for (size_t i = 1; i < e->count; i++)
      if (e->cells[i].log_mass > e->cells[best].log_mass)
         best = i;
   return best;
}

/* Divides the best cell and its neighbours, unless the hill is broad. */
static bool divide(const scan *s, exponent_posterior *e)
{
   size_t best = best_cell(e), from = best > 0 ? best - 1 : 0;
   size_t past = best + 2 < e->count ? best + 2 : e->count, old = past - from;
   exponent_posterior before = *e;
   double top = e->cells[best].log_mass;

   if (top == -INFINITY || (top - e->cells[from].log_mass < .5 &&
                            top - e->cells[past - 1].log_mass < .5))
      return false;
   memmove(&e->cells[from + old * PARTS], &e->cells[past],
           (e->count - past) * sizeof *e->cells);
   e->count += old * (PARTS - 1);
   for (size_t i = 0; i < old * PARTS; i++) {
      double width = before.cells[from + i / PARTS].width / PARTS;
      double middle = before.cells[from + i / PARTS].at;
      double at = middle + ((double)(i % PARTS) - (PARTS - 1) / 2.) * width;

      e->cells[from + i].at = at;
      e->cells[from + i].width = width;
      e->cells[from + i].log_mass = at > 0 ? try_at(s, at, 0) : -INFINITY;
   }
   return true;
}

/* Evidence in all cells; then, where there is a tally, their account. */
static void scan_cells(const scan *s, exponent_posterior *e)
{
   for (size_t i = 0; i < e->count; i++)
      e->cells[i].log_mass = try_at(s, e->cells[i].at, 0);
   for (int level = 0; level < LEVELS && divide(s, e); level++)
      ;
   for (size_t i = 0; s->tally && i < e->count; i++)
      if (!s->is_power || !is_own_class(e->cells[i].at))
         try_at(s, e->cells[i].at, e->cells[i].width);
}

void models_try_powers(tally *t, const sample *s, sums *part, size_t first,
                       const other_part *other, double weight,
                       exponent_posterior *e)
{
   const scan powers = {
      .tally = t, .sample = s, .part = part, .first = first, .other = other,
      .weight = weight, .is_power = true,
      .prior_density = power_prior / (power_class_max - power_class_min),
   };

   e->count = 0;
   for (double b = power_step; b < power_max + power_step / 2;
        b += power_step) {
      e->cells[e->count].at = b;
      e->cells[e->count++].width = power_step;
   }
   scan_cells(&powers, e);
   for (size_t i = 0; i < e->count; i++)
      e->cells[i].log_mass += log(e->cells[i].width);
}

void models_try_exponentials(tally *t, sums *all)
{
   static const other_part nothing;
   const sample *s = t->sample;
   const scan rates = {
      .tally = t, .sample = s, .part = all, .other = &nothing,
      .weight = all->weight,
      .prior_density = exponential_prior / (RATES * rate_step * s->growth_rate),
   };
   exponent_posterior e = { .count = 0 };

   for (int i = 0; i < RATES; i++) {
      double rate = s->growth_rate * (rate_from + i * rate_step);

      if (rate < log(least_base))
         continue;
      e.cells[e.count].at = rate;
      e.cells[e.count++].width = rate_step * s->growth_rate;
   }
   if (e.count > 0)
      scan_cells(&rates, &e);
}

void models_try_log_squared(tally *t, sums *all)
{
   static const other_part nothing;
   static const struct { int count, terms[INFER_TERMS]; } lower[] = {
      { 1, { TERM_FREE } }, { 2, { GROWTH_CONSTANT, TERM_FREE } },
      { 2, { GROWTH_LINEAR, TERM_FREE } },
   };
   enum { MODELS = sizeof lower / sizeof *lower };
   const growth term = { GROWTH_LINEARITHMIC, 2 };
   const sample *s = t->sample;
   double values[SAMPLE_MAX], scale = growth_at(term, s->size[s->count - 1]);

   for (size_t i = 0; i < s->count; i++)
      values[i] = growth_at(term, s->size[i]) / scale;
   sums_set_free(all, s, 0, s->count, values);
   for (int i = 0; i < MODELS; i++) {
      shape m = { .count = lower[i].count, .share_min = share_min,
                  .share_max = share_max };
      const candidate c = { .shape = &m, .credit = GROWTH_LINEARITHMIC,
                            .free = term.power, .free_scale = scale };
      fit f;

      memcpy(m.terms, lower[i].terms, sizeof m.terms);
      if (evidence_of(all, &m, s->top, all->weight, &nothing, &f))
         tally_add(t, &c, &f, log(log_squared_prior / MODELS));
   }
}
