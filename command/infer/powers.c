/* Models whose leading term has a shape of its own: n^K and exponentials.

   The shape is a number that is integrated over: by cells side by side, those
   around the most probable one divided again and again, since exact counts
   pin it down to a thousandth where scattered ones leave a broad hill.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/models.h"

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
enum { LOOK = 5 };                   /* a first look at each so many powers */

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

/* The free term's values at a power or rate. */
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
   sums_set_free(s->part, s->sample, s->first, s->sample->count, values);
}

static void set_free_term(const scan *s, double at)
{
   double values[SAMPLE_MAX];

   free_values(s, at, values);
   use_free_values(s, values);
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

/* How probable the way is, for the exponent, in which a shape has its lower
   terms. */
static double log_rarity(int way)
{
   return models[way / 2].terms[0] == GROWTH_LINEAR ||
          models[way / 2].count > 2 ? log(exponent_lower_linear) : 0;
}

/* The models at one power or rate are numbered: a set of lower terms and, odd,
   the last of them negative.  So many sets there are. */
static int sets_at(const scan *s, double at)
{
   if (s->is_power && at < power_class_min)
      return 1;                      /* nearly flat: no other term than 1 */
   return !s->is_power || at < power_over_linear ? 2 : 4;
}

static bool has_way(const scan *s, double at, int way)
{
   if (way % 2)
      return s->is_power && (way / 2 == 1 || way / 2 == 2) &&
             way / 2 < sets_at(s, at);
   return way / 2 < sets_at(s, at);
}

static bool evidence_at(const scan *s, int way, double least, shape *m, fit *f)
{
   *m = (shape){ .count = models[way / 2].count, .share_min = share_min,
                 .share_max = share_max, .is_last_lower_negative = way % 2 };
   memcpy(m->terms, models[way / 2].terms, sizeof m->terms);
   return evidence_of(s->part, m, s->sample->top, s->weight, s->other, least,
                      f);
}

static double log_prior_of(const scan *s, const exponent_cell *cell)
{
   return log(s->prior_density * cell->width / sets_at(s, cell->at));
}

static bool is_told_of(const scan *s, const exponent_cell *cell)
{
   return s->tally && !(s->is_power && is_own_class(cell->at));
}

/* The evidence below which a cell matters neither to the exponent, by the top
   of all cells, nor to the tally. */
static double least_of(const scan *s, const exponent_cell *cell, double top)
{
   double least = top - NEGLIGIBLE;

   return is_told_of(s, cell) ?
          fmin(least, tally_least(s->tally, log_prior_of(s, cell))) : least;
}

/* The evidence in a cell, whose free term is set, over all sets of lower terms;
   what does not matter is missing. */
static void judge_cell(const scan *s, exponent_cell *cell, double top)
{
   double least = least_of(s, cell, top);
   shape m;
   fit f;

   cell->log_mass = -INFINITY;
   for (int way = 0; way < EXPONENT_WAYS; way++) {
      cell->evidence[way] = -INFINITY;
      if (has_way(s, cell->at, way) &&
          evidence_at(s, way, least, &m, &f)) {
         cell->evidence[way] = f.log_evidence;
         cell->log_mass = log_add(cell->log_mass,
                                  f.log_evidence + log_rarity(way));
      }
   }
}

static void try_cell(const scan *s, exponent_cell *cell, double top)
{
   set_free_term(s, cell->at);
   judge_cell(s, cell, top);
}

/* Accounts for a cell.  Only of what is listed more than its evidence is asked
   for. */
static void tell_of_cell(const scan *s, const exponent_cell *cell)
{
   tally *t = s->tally;
   double last = s->sample->size[s->sample->count - 1];
   double log_prior = log_prior_of(s, cell);
   bool is_set = false;
   shape m;
   fit f;

   for (int way = 0; way < EXPONENT_WAYS; way++) {
      candidate c = {
         .shape = &m, .free = cell->at,
         .credit = s->is_power ? GROWTH_POWER : GROWTH_EXPONENTIAL,
      };

      if (cell->evidence[way] < tally_least(t, log_prior))
         continue;
      f.log_evidence = cell->evidence[way];
      if (tally_would_list(t, f.log_evidence + log_prior)) {
         if (!is_set)
            set_free_term(s, cell->at);
         is_set = true;
         c.free_scale = s->is_power ? pow(last, cell->at)
                                    : exp(cell->at * last);
         evidence_at(s, way, -INFINITY, &m, &f);
      }
      tally_add(t, &c, &f, log_prior);
   }
   if (s->is_power && cell->log_mass > t->best_power_mass) {
      t->best_power_mass = cell->log_mass;
      t->best_power = cell->at;
   }
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
   double top = e->cells[best].log_mass;
   double values[SAMPLE_MAX], step[SAMPLE_MAX];
   exponent_cell before[3];

   if (top == -INFINITY || (top - e->cells[from].log_mass < .5 &&
                            top - e->cells[past - 1].log_mass < .5))
      return false;
   memcpy(before, &e->cells[from], old * sizeof *before);
   memmove(&e->cells[from + old * PARTS], &e->cells[past],
           (e->count - past) * sizeof *e->cells);
   e->count += old * (PARTS - 1);
   for (size_t i = 0; i < old * PARTS; i++) {
      exponent_cell *cell = &e->cells[from + i];

      cell->width = before[i / PARTS].width / PARTS;
      cell->at = before[i / PARTS].at +
                 ((double)(i % PARTS) - (PARTS - 1) / 2.) * cell->width;
      /* Of cells of one width each is the one before and a step. */
      if (i == 0 || cell->width != cell[-1].width) {
         free_values(s, cell->at, values);
         free_values(s, cell->width, step);
      } else
         for (size_t k = s->first; k < s->sample->count; k++)
            values[k] *= step[k];
      use_free_values(s, values);
      judge_cell(s, cell, top);
   }
   return true;
}

/* Evidence in all cells that matter.  It is a hill, or two: every few cells,
   the powers of the classes and the least ones among them, there is a look at
   it; and from what is not far below the top all around is looked at, until it
   is. */
static void fill_cells(const scan *s, exponent_posterior *e)
{
   const size_t look = s->is_power ? LOOK : 1;
   bool known[EXPONENT_CELLS] = { false }, is_growing = true;
   double top = -INFINITY;

   for (size_t i = 0; i < e->count; i++)
      e->cells[i].log_mass = -INFINITY;
   for (size_t i = 0; i < e->count; i++)
      if (i < look || i % look == look - 1) {
         try_cell(s, &e->cells[i], top);
         top = fmax(top, e->cells[i].log_mass);
         known[i] = true;
      }
   while (is_growing) {
      is_growing = false;
      for (size_t i = 0; i < e->count; i++) {
         double least = least_of(s, &e->cells[i], top);
         bool is_near =
            (i > 0 && e->cells[i - 1].log_mass > least) ||
            (i + 1 < e->count && e->cells[i + 1].log_mass > least);

         if (known[i] || !is_near)
            continue;
         try_cell(s, &e->cells[i], top);
         top = fmax(top, e->cells[i].log_mass);
         known[i] = is_growing = true;
      }
   }
}

/* Finds the evidence in cells; then, where there is a tally, tells of it. */
static void scan_cells(const scan *s, exponent_posterior *e)
{
   fill_cells(s, e);
   for (int level = 0; level < LEVELS && divide(s, e); level++)
      ;
   for (size_t i = 0; s->tally && i < e->count; i++)
      if (e->cells[i].log_mass > -INFINITY && is_told_of(s, &e->cells[i]))
         tell_of_cell(s, &e->cells[i]);
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
   double log_prior = log(log_squared_prior / MODELS);

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
      if (evidence_of(all, &m, s->top, all->weight, &nothing,
                      tally_least(t, log_prior), &f))
         tally_add(t, &c, &f, log_prior);
   }
}
