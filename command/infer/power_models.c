/* Models whose leading term has a parameter.

   The parameter is integrated over: by cells side by side, of which the cells
   around the most probable one are divided repeatedly, because exact counts
   determine the parameter to a thousandth where scattered ones leave a broad
   maximum.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/power_models.h"
#include "infer/tuning.h"

#include <math.h>
#include <string.h>

/* Priors of all n^K, all exponentials, n! and n log^2 n. */
static const double power_prior = .03, exponential_prior = .1;
static const double factorial_prior = .03, log_squared_prior = .1;
/* Powers that are tried, and powers that may count for GROWTH_POWER: a power
   nearer to that of a class than own_class (above n and n^2: own_class_log)
   does not.  Powers farther than drift_range standard deviations from a class
   do not count for its drift. */
static const double power_step = .05, power_max = 4.5;
static const double power_class_min = .1, power_class_max = 4;
static const double own_class = .04, own_class_log = .1, drift_range = 3;
/* From this power on n may be a lower term; for the posterior of the exponent
   with this prior. */
static const double min_power_over_linear = 1.1;
static const double exponent_lower_linear = .02;

/* Rates of exponentials, in units of the growth rate from the first to the last
   cost; the least base. */
static const double rate_from = .45, rate_step = .1;
enum { RATES = 12 };
static const double min_base = 1.1;

static const double max_share = 1.25;

/* How often, and into how many parts, the best cells are divided.  An error of
   the rate grows with the size, so that exact counts need more of it. */
enum { DIVISIONS = 3, RATE_DIVISIONS = 6, PARTS = 5 };
/* The evidence of every STRIDE-th power is computed before the others. */
enum { STRIDE = 5 };

/* Sets of terms.  A variant is a set, and whether its last lower term is
   negative: variant = 2 * set + is_negative. */
static const struct { int count, terms[VERDICT_TERMS]; } sets[] = {
   { 1, { TERM_FREE } }, { 2, { GROWTH_CONSTANT, TERM_FREE } },
   { 2, { GROWTH_LINEAR, TERM_FREE } },
   { 3, { GROWTH_CONSTANT, GROWTH_LINEAR, TERM_FREE } },
};

/* What a scan of a parameter needs. */
typedef struct {
   tally *tally;                     /* NULL: only the posterior */
   const sample *sample;
   normal_equations *upper;
   size_t first;                     /* of the points of `upper` */
   const lower_segment *lower;
   double weight;                    /* of all points */
   bool is_power;                    /* otherwise the parameter is a rate */
   double prior_density;             /* for a unit of the parameter */
} scan;

/* Set the values of the free term at a power or rate. */
static void free_values(const scan *s, double at, double *values)
{
   const sample *p = s->sample;
   size_t last = p->count - 1;

   for (size_t i = s->first; i < p->count; i++)
      values[i] = exp(at * (s->is_power ? p->log_size[i] - p->log_size[last]
                                        : p->size[i] - p->size[last]));
}

static void use_free_values(const scan *s, const double *values)
{
   sample_set_free_term(s->upper, s->sample, s->first, s->sample->count,
                        values);
}

static void set_free_term(const scan *s, double at)
{
   double values[SAMPLE_MAX];

   free_values(s, at, values);
   use_free_values(s, values);
}

/* Return whether a power is that of a class, or out of range. */
static bool is_near_class(double power)
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

/* Return the logarithm of a variant's prior, for the posterior of the
   exponent. */
static double exponent_log_prior(int variant)
{
   return sets[variant / 2].terms[0] == GROWTH_LINEAR ||
          sets[variant / 2].count > 2 ? log(exponent_lower_linear) : 0;
}

/* Return the number of sets that are tried at one power or rate. */
static int sets_at(const scan *s, double at)
{
   if (s->is_power && at < power_class_min)
      return 1;                      /* nearly constant: no lower term */
   return !s->is_power || at < min_power_over_linear ? 2 : 4;
}

static bool has_variant(const scan *s, double at, int variant)
{
   if (variant % 2 && variant / 2 != 1 && variant / 2 != 2)
      return false;
   return variant / 2 < sets_at(s, at);
}

static cost_model model_of(int variant)
{
   cost_model m = { .count = sets[variant / 2].count,
                    .share_min = tuning_values.min_share,
                    .share_max = max_share,
                    .is_last_lower_negative = variant % 2 };

   memcpy(m.terms, sets[variant / 2].terms, sizeof m.terms);
   return m;
}

static bool evidence_at(const scan *s, int variant, double least,
                        cost_model *m, model_fit *f)
{
   *m = model_of(variant);
   return evidence_of(s->upper, m, s->sample->top, s->weight, s->lower, least,
                      f);
}

static double log_prior_of(const scan *s, const power_cell *cell)
{
   return log(s->prior_density * cell->width / sets_at(s, cell->at));
}

/* Return whether the tally gets a cell for a class of its own. */
static bool is_of_own_class(const scan *s, const power_cell *cell)
{
   return s->tally && !(s->is_power && is_near_class(cell->at));
}

/* Return the evidence below which a cell changes neither the posterior, whose
   largest mass is `top`, nor the tally. */
static double least_of(const scan *s, const power_cell *cell, double top)
{
   double least = top - TALLY_NEGLIGIBLE;

   return is_of_own_class(s, cell) ?
          fmin(least, tally_least(s->tally, log_prior_of(s, cell))) : least;
}

/* Compute the evidence in a cell, whose free term is set, for all variants.
   Variants that change nothing are left out. */
static void evaluate_set_cell(const scan *s, power_cell *cell, double top)
{
   double least = least_of(s, cell, top);
   cost_model m;
   model_fit f;

   cell->log_mass = -INFINITY;
   for (int variant = 0; variant < POWER_VARIANTS; variant++) {
      cell->evidence[variant] = -INFINITY;
      if (has_variant(s, cell->at, variant) &&
          evidence_at(s, variant, least, &m, &f)) {
         cell->evidence[variant] = f.log_evidence;
         cell->log_mass = evidence_log_add(
            cell->log_mass, f.log_evidence + exponent_log_prior(variant));
      }
   }
}

static void evaluate_cell(const scan *s, power_cell *cell, double top)
{
   set_free_term(s, cell->at);
   evaluate_set_cell(s, cell, top);
}

/* Add a cell to the tally, with a prior for its width, as a model of a class
   whose relative noise is least_noise or more.  Fits are computed again, if
   that changes the evidence or if the tally lists the model. */
static void add_to_class(const scan *s, const power_cell *cell,
                         growth_kind class, double prior, double least_noise)
{
   tally *t = s->tally;
   double last = s->sample->size[s->sample->count - 1];
   double log_prior = log(prior / sets_at(s, cell->at));
   bool is_set = false;
   cost_model m;
   model_fit f;

   for (int variant = 0; variant < POWER_VARIANTS; variant++) {
      tally_entry entry = { .model = &m, .parameter = cell->at,
                            .counts_for = class };

      if (cell->evidence[variant] < tally_least(t, log_prior))
         continue;
      f.log_evidence = cell->evidence[variant];
      if (least_noise > 0 || tally_would_list(t, f.log_evidence + log_prior)) {
         if (!is_set)
            set_free_term(s, cell->at);
         is_set = true;
         entry.parameter_scale = s->is_power ? pow(last, cell->at)
                                             : exp(cell->at * last);
         evidence_at(s, variant, -INFINITY, &m, &f);
      }
      if (least_noise > 0)
         f.log_evidence -= f.freedom / 2 *
                           log1p(pow(least_noise / f.spread, 2));
      tally_add(t, &entry, &f, log_prior);
   }
}

static void add_own_class(const scan *s, const power_cell *cell)
{
   double prior = s->prior_density * cell->width;

   if (s->is_power && cell->at < TALLY_SUBLINEAR)
      prior *= sample_sublinear_prior(s->sample);
   add_to_class(s, cell, s->is_power ? GROWTH_POWER : GROWTH_EXPONENTIAL,
                prior, 0);
   if (s->is_power && cell->log_mass > s->tally->best_power_mass) {
      s->tally->best_power_mass = cell->log_mass;
      s->tally->best_power = cell->at;
   }
}

/* O(n) with a cost of each step that drifts as the size grows: n^K with K near
   1.  A drift is no exact power.  Steeper classes have none: a power near 2 or
   3 is often a true one, such as that of Strassen's product of matrices. */
static void add_drift(const scan *s, const power_cell *cell)
{
   const double off = (cell->at - 1) / tuning_values.drift;

   if (fabs(off) < drift_range)
      add_to_class(s, cell, GROWTH_LINEAR,
                   tuning_values.drift_prior * cell->width *
                   exp(-off * off / 2) /
                   (tuning_values.drift * sqrt(2 * M_PI)),
                   tuning_values.drift_noise);
}

static size_t best_cell(const power_posterior *p)
{
   size_t best = 0;

   for (size_t i = 1; i < p->count; i++)
      if (p->cells[i].log_mass > p->cells[best].log_mass)
         best = i;
   return best;
}

/* Divide the best cell and its neighbours.  Return false if the maximum is
   broad enough for these cells. */
static bool divide(const scan *s, power_posterior *p)
{
   size_t best = best_cell(p), from = best > 0 ? best - 1 : 0;
   size_t past = best + 2 < p->count ? best + 2 : p->count, old = past - from;
   double top = p->cells[best].log_mass;
   double values[SAMPLE_MAX], step[SAMPLE_MAX];
   power_cell before[3];

   if (top == -INFINITY || (top - p->cells[from].log_mass < .5 &&
                            top - p->cells[past - 1].log_mass < .5))
      return false;
   memcpy(before, &p->cells[from], old * sizeof *before);
   memmove(&p->cells[from + old * PARTS], &p->cells[past],
           (p->count - past) * sizeof *p->cells);
   p->count += old * (PARTS - 1);
   for (size_t i = 0; i < old * PARTS; i++) {
      power_cell *cell = &p->cells[from + i];

      cell->width = before[i / PARTS].width / PARTS;
      cell->at = before[i / PARTS].at +
                 ((double)(i % PARTS) - (PARTS - 1) / 2.) * cell->width;
      /* Between cells of equal width the values change by equal factors. */
      if (i == 0 || cell->width != cell[-1].width) {
         free_values(s, cell->at, values);
         free_values(s, cell->width, step);
      } else
         for (size_t k = s->first; k < s->sample->count; k++)
            values[k] *= step[k];
      use_free_values(s, values);
      evaluate_set_cell(s, cell, top);
   }
   return true;
}

/* Compute the evidence in all cells that change a result.  The posterior has
   one maximum, or two: first compute every STRIDE-th cell, which include the
   powers of the classes, and the lowest ones; then repeatedly the neighbours of
   cells that are not negligible. */
static void fill_cells(const scan *s, power_posterior *p)
{
   const size_t stride = s->is_power ? STRIDE : 1;
   bool is_known[POWER_CELLS] = { false }, is_growing = true;
   double top = -INFINITY;

   for (size_t i = 0; i < p->count; i++)
      p->cells[i].log_mass = -INFINITY;
   for (size_t i = 0; i < p->count; i++)
      if (i < stride || i % stride == stride - 1) {
         evaluate_cell(s, &p->cells[i], top);
         top = fmax(top, p->cells[i].log_mass);
         is_known[i] = true;
      }
   while (is_growing) {
      is_growing = false;
      for (size_t i = 0; i < p->count; i++) {
         double least = least_of(s, &p->cells[i], top);
         bool is_near =
            (i > 0 && p->cells[i - 1].log_mass > least) ||
            (i + 1 < p->count && p->cells[i + 1].log_mass > least);

         if (is_known[i] || !is_near)
            continue;
         evaluate_cell(s, &p->cells[i], top);
         top = fmax(top, p->cells[i].log_mass);
         is_known[i] = is_growing = true;
      }
   }
}

/* Compute the cells; then add them to the tally, if there is one. */
static void scan_cells(const scan *s, power_posterior *p)
{
   const int divisions = s->is_power ? DIVISIONS : RATE_DIVISIONS;

   fill_cells(s, p);
   for (int i = 0; i < divisions && divide(s, p); i++)
      ;
   for (size_t i = 0; s->tally && i < p->count; i++) {
      const power_cell *cell = &p->cells[i];

      if (!(cell->log_mass > -INFINITY))
         continue;
      if (is_of_own_class(s, cell))
         add_own_class(s, cell);
      if (s->is_power)
         add_drift(s, cell);
   }
}

void power_models_try(tally *t, const sample *s, normal_equations *upper,
                      size_t first, const lower_segment *lower, double weight,
                      power_posterior *posterior)
{
   const scan powers = {
      .tally = t, .sample = s, .upper = upper, .first = first, .lower = lower,
      .weight = weight, .is_power = true,
      .prior_density = power_prior / (power_class_max - power_class_min),
   };

   posterior->count = 0;
   for (double b = power_step; b < power_max + power_step / 2;
        b += power_step) {
      posterior->cells[posterior->count].at = b;
      posterior->cells[posterior->count++].width = power_step;
   }
   scan_cells(&powers, posterior);
   for (size_t i = 0; i < posterior->count; i++)
      posterior->cells[i].log_mass += log(posterior->cells[i].width);
}

void power_models_try_exponentials(tally *t, normal_equations *all)
{
   const sample *s = t->sample;
   const scan rates = {
      .tally = t, .sample = s, .upper = all, .lower = &evidence_no_segment,
      .weight = all->weight,
      .prior_density = exponential_prior / (RATES * rate_step * s->growth_rate),
   };
   power_posterior p = { .count = 0 };

   for (int i = 0; i < RATES; i++) {
      double rate = s->growth_rate * (rate_from + i * rate_step);

      if (rate < log(min_base))
         continue;
      p.cells[p.count].at = rate;
      p.cells[p.count++].width = rate_step * s->growth_rate;
   }
   if (p.count > 0)
      scan_cells(&rates, &p);
}

/* Try a model whose leading term has no parameter. */
static void try_model(tally *t, const normal_equations *all, const growth *term,
                      double scale, int variant, double prior)
{
   const bool has_log = term->kind == GROWTH_LINEARITHMIC;
   cost_model m = model_of(variant);
   const tally_entry entry = {
      .model = &m, .counts_for = term->kind, .parameter_scale = scale,
      .parameter = has_log ? term->power : TALLY_FACTORIAL
   };

   if (has_log)
      m.share_min = tuning_values.min_share_log;
   tally_try(t, all, &entry, &evidence_no_segment, all->weight, log(prior));
}

/* Set the free term to one without a parameter; return its value at the largest
   size. */
static double set_term(const sample *s, normal_equations *all, growth term)
{
   const double scale = growth_at(term, s->size[s->count - 1]);
   double values[SAMPLE_MAX];

   for (size_t i = 0; i < s->count; i++)
      values[i] = growth_at(term, s->size[i]) / scale;
   sample_set_free_term(all, s, 0, s->count, values);
   return scale;
}

void power_models_try_log_squared(tally *t, normal_equations *all)
{
   static const int variants[] = { 0, 2, 4 };
   enum { MODELS = sizeof variants / sizeof *variants };
   const growth term = { GROWTH_LINEARITHMIC, 2 };
   const double scale = set_term(t->sample, all, term);

   for (int i = 0; i < MODELS; i++)
      try_model(t, all, &term, scale, variants[i], log_squared_prior / MODELS);
}

/* Return whether n! grows as the costs do from the first to the last, within
   the limits of exponentials: a steeper curve passes through the last cost,
   whatever the others are. */
static bool can_be_factorial(const sample *s)
{
   const growth term = { GROWTH_EXPONENTIAL, 1 };
   const double first = s->size[0], last = s->size[s->count - 1];
   const double rate = log(growth_at(term, last) / growth_at(term, first)) /
                       ((last - first) * s->growth_rate);

   return rate > rate_from && rate < rate_from + RATES * rate_step;
}

void power_models_try_factorial(tally *t, normal_equations *all)
{
   static const int variants[] = { 0, 2, 3 };
   enum { MODELS = sizeof variants / sizeof *variants };
   const growth term = { GROWTH_EXPONENTIAL, 1 };
   double scale;

   if (!can_be_factorial(t->sample))
      return;
   scale = set_term(t->sample, all, term);
   for (int i = 0; i < MODELS; i++)
      try_model(t, all, &term, scale, variants[i], factorial_prior / MODELS);
}
