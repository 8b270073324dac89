/* The posterior of each class: the models that were tried, summed up.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_TALLY_H
#define APROF_INFER_TALLY_H

#include "infer/evidence.h"

/* What identifies a model that was tried. */
typedef struct {
   const cost_model *model;
   growth_kind counts_for;           /* the class whose posterior it is in */
   double parameter;                 /* of TERM_FREE: the power, or the rate of
                                        an exponential, or TALLY_FACTORIAL */
   double parameter_scale;           /* f(n) at the size where the term is 1 */
   double from;                      /* first size of the curve; 0: all */
   bool is_trace;                    /* the leading term is a trace only */
} tally_entry;

/* The parameter of n!, which is no rate. */
#define TALLY_FACTORIAL 0
/* Powers up to this grow more slowly than n; those above it are near to n. */
#define TALLY_SUBLINEAR .9
/* e^-30 times a probability adds nothing to it in a double. */
#define TALLY_NEGLIGIBLE 30

/* One of the most probable models. */
typedef struct {
   double log_mass;
   growth_kind counts_for;
   bool is_trace;
   verdict_curve curve;
   double lead_share, lead_deviation;   /* at the largest size, relative to the
                                           cost */
   double spread, freedom;
} tally_model;

/* A mass is evidence times prior, natural logarithm, up to one constant. */
typedef struct {
   const sample *sample;
   double log_mass[GROWTH_KINDS];
   double best;                      /* the largest mass of a model */
   double one_regime, two_regimes;   /* mass of all such models */
   double best_power, best_power_mass;  /* the most probable n^K */
   size_t model_count;
   tally_model models[VERDICT_MODELS];    /* descending by mass */
} tally;

/* Start without models.  The sample must outlive the tally. */
void tally_start(tally *t, const sample *s);

/* Add a model with its fit. */
void tally_add(tally *t, const tally_entry *entry, const model_fit *f,
               double log_prior);

/* Compute the evidence of a model of some points and add it.  `lower` is what
   explains the other points, `weight` that of all. */
void tally_try(tally *t, const normal_equations *e, const tally_entry *entry,
               const lower_segment *lower, double weight, double log_prior);

/* Return the evidence below which a model with this prior changes no result. */
double tally_least(const tally *t, double log_prior);

/* Return whether a model with this mass is one of the most probable so far.
   For other models tally_add reads nothing but the evidence. */
bool tally_would_list(const tally *t, double log_mass);

#endif
