/* From posteriors to the verdict: class, runner-up, exponent and curve.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_POSTERIOR_H
#define APROF_INFER_POSTERIOR_H

#include "infer/power_models.h"
#include "infer/tally.h"
#include "infer/verdict.h"

/* What some points say: class, curve and models as in a verdict, and the
   distribution of the exponent. */
typedef struct {
   verdict verdict;
   double power;                     /* the most probable K of n^K */
   bool has_exponent;
   power_posterior exponent;         /* log_mass: the probability that the
                                        exponent is in a cell or below it */
} estimate;

/* Set classes, models and curve of an estimate from the models that were tried.
   Return false if no model suits. */
bool posterior_take(estimate *e, const tally *t);

/* Set the distribution of the exponent, after posterior_take. */
void posterior_take_exponent(estimate *e, const power_posterior *p);

/* Make no class probable: the points say nothing. */
void posterior_clear(estimate *e);

/* Set the verdict to the mean of estimates.  Warnings and regimes are those of
   the first estimate, which is of all points, and so is the curve, unless it
   has no curve of the class: then it is that of the next estimate that has
   one. */
void posterior_average(verdict *v, const estimate *estimates, size_t count);

/* Cap the confidence; the other classes get the rest in their proportion. */
void posterior_cap(verdict *v, double most);

/* Remove the class and the curve; the posterior stays. */
void posterior_set_undecided(verdict *v);

#endif
