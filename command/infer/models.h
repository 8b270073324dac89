/* The models that are tried, and the account of how probable each class is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_MODELS_H
#define APROF_INFER_MODELS_H

#include "infer/evidence.h"

/* A model that was tried: a shape, and what the free term is in it. */
typedef struct {
   const shape *shape;
   growth_kind credit;               /* the class that it speaks for */
   double free;                      /* a power, or the rate of exponentials */
   double free_scale;                /* f(n) of the free term is 1 there */
   double from;                      /* 0: for all sizes */
   bool is_trace;
} candidate;

/* What is e^-30 as probable as something else adds nothing to a double. */
#define NEGLIGIBLE 30

/* One of the most probable models. */
typedef struct {
   double log_mass;
   growth_kind credit;
   bool is_trace;
   infer_curve curve;
   double lead_share, lead_deviation;   /* at the largest size, by the cost */
   double spread, freedom;
} likely_model;

/* All logarithmic, up to one constant. */
typedef struct {
   const sample *sample;
   double log_prior[FIXED_TERMS];    /* of a model, by its leading term */
   double mass[GROWTH_KINDS];
   double best;                      /* mass of a model */
   double one_regime, two_regimes;
   double best_power, best_power_mass;
   size_t model_count;
   likely_model models[INFER_MODELS];   /* descending by mass */
} tally;

/* Nothing is tried yet.  The sample must outlive the tally. */
void tally_start(tally *t, const sample *s);
/* Accounts for a model whose fit is `f`. */
void tally_add(tally *t, const candidate *c, const fit *f, double log_prior);
/* The evidence below which a model with this prior changes no figure. */
double tally_least(const tally *t, double log_prior);
/* Would a model with this mass be one of the most probable ones, up to now?
   For others tally_add looks at nothing of the fit but its evidence. */
bool tally_would_list(const tally *t, double mass);

/* The posterior of the exponent, as cells side by side; in each so many models
   differ in their lower terms. */
enum { EXPONENT_CELLS = 136, EXPONENT_WAYS = 8 };
typedef struct {
   double at, width, log_mass, evidence[EXPONENT_WAYS];
} exponent_cell;
typedef struct {
   size_t count;
   exponent_cell cells[EXPONENT_CELLS];
} exponent_posterior;

/* All models with fixed terms, lower ones negative as well, and traces. */
void models_try_fixed(tally *t, const sums *all);

/* The same of sizes without some cells, which cost nothing: f(n - n0).  After
   the others, which may leave nothing to explain. */
void models_try_offsets(tally *t);

/* All models without traces, and without negative terms but for a constant, for
   the points of `part`, whose share of the prior is `log_prior`. */
void models_try_part(tally *t, const sums *part, const other_part *other,
                     double weight, double from, double log_prior);

/* n^K; with NULL for the tally only the exponent is asked for.  `part` are the
   points from `first` to the end. */
void models_try_powers(tally *t, const sample *s, sums *part, size_t first,
                       const other_part *other, double weight,
                       exponent_posterior *e);
void models_try_exponentials(tally *t, sums *all);
/* n log^2 n, which has no class of its own and speaks for n log n. */
void models_try_log_squared(tally *t, sums *all);

/* One curve up to a size and another from there.  Gives the most probable
   beginning of the right one and what the left one leaves; false: too few
   sizes for two. */
typedef struct {
   size_t first;                     /* of the right one */
   other_part left;
} regime_break;
bool models_try_regimes(tally *t, const sums *all, regime_break *best);

#endif
