/* The evidence (marginal likelihood) of one model: the probability of the costs
   if they follow the model, averaged over the priors of its coefficients and of
   the noise (Kass and Raftery, Bayes Factors, JASA 90, 1995).

   A model is a leading term and up to three lower ones.  The noise is relative
   and normal, of unknown standard deviation; lower coefficients have
   log-uniform priors, the leading one a log-uniform prior of its share of the
   cost at the largest size.  The integral over the lower coefficients is
   Laplace's method, that over the noise is closed, and that over the leading
   coefficient is a sum.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_EVIDENCE_H
#define APROF_INFER_EVIDENCE_H

#include "infer/sample.h"

typedef struct {
   int terms[VERDICT_TERMS];           /* ascending: the leading term is last */
   int count;
   bool is_last_lower_negative;      /* as in n^2 - n */
   double share_min, share_max;      /* of the leading term, at the largest
                                        size; share_max is not used with a
                                        negative term */
} cost_model;

/* The points below a changepoint, which another curve explains. */
typedef struct {
   double rss;                       /* residual sum of squares */
   double log_prior;                 /* of its coefficients: logarithm of their
                                        density times their volume */
   int count;                        /* of coefficients */
} lower_segment;

/* Model of all points: there is no lower segment. */
extern const lower_segment evidence_no_segment;

typedef struct {
   double log_evidence;              /* natural logarithm */
   double coefficient[VERDICT_TERMS];   /* posterior means, as
                                           cost_model.terms */
   double lead_deviation;            /* standard deviation of the leading
                                        coefficient */
   double spread;                    /* relative standard deviation of the
                                        noise */
   double freedom;                   /* degrees of freedom */
} model_fit;

/* The least squares fit of some terms. */
typedef struct {
   double c[VERDICT_TERMS];
   double inverse[VERDICT_TERMS][VERDICT_TERMS];  /* of the Gram matrix */
   double log_determinant;           /* of the Gram matrix */
   double rss;
} least_squares;

/* Return false if the terms are nearly dependent. */
bool evidence_solve(const normal_equations *e, const int *terms, int count,
                    least_squares *l);

/* Compute the evidence of a model.  Return false if a coefficient would need
   the wrong sign, or if log_evidence is below `least`.  `weight` is that of all
   points, the lower segment included; `top` is the cost at the largest size. */
bool evidence_of(const normal_equations *e, const cost_model *m, double top,
                 double weight, const lower_segment *lower, double least,
                 model_fit *f);

/* Return ln(exp(a) + exp(b)). */
double evidence_log_add(double a, double b);

#endif
