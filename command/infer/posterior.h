/* From the posterior to the verdict: class, runner-up, exponent and curve.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_POSTERIOR_H
#define APROF_INFER_POSTERIOR_H

#include "infer/power_models.h"
#include "infer/tally.h"
#include "infer/verdict.h"

/* Set class, models and curve from the models that were tried.  Return false,
   with the verdict unchanged, if no model suits. */
bool posterior_take(verdict *v, const tally *t);

/* Set the exponent's median and 95 % interval.  Call it after posterior_take;
   the posterior of the power may be reweighted. */
void posterior_set_exponent(verdict *v, power_posterior *p);

/* Average with another verdict on the same costs, with equal weights. */
void posterior_average(verdict *v, const verdict *other);

/* Keep `share` of the posterior; give the rest to the classes as `instead`
   says, which sums to 1. */
void posterior_mix(verdict *v, double share,
                   const double instead[GROWTH_KINDS]);

/* Cap the confidence at `most`; the other classes get the rest in their
   proportion. */
void posterior_cap(verdict *v, double most);

/* Remove the class and the curve; the posterior stays. */
void posterior_set_undecided(verdict *v);

/* Remove a runner-up that is steeper than the exponent's interval: the class
   gets its posterior, up to a confidence of `most`. */
void posterior_drop_steeper(verdict *v, double most);

/* Widen the exponent's interval so that it contains that of the class.  With a
   logarithm that is a little more than its power. */
void posterior_widen_interval(verdict *v);

#endif
