/* Models whose terms all have a fixed shape.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_FIXED_MODELS_H
#define APROF_INFER_FIXED_MODELS_H

#include "infer/tally.h"

/* Number of sets of terms. */
enum { FIXED_MODELS = 45 };

/* Return the model with a set of terms, all positive. */
cost_model fixed_models_get(size_t model);

/* Return the logarithm of the prior of each model with that set of terms. */
double fixed_models_log_prior(size_t model, const sample *s);

/* Try all models of all points, also with a negative lower term and with a
   leading term that is a trace. */
void fixed_models_try(tally *t, const normal_equations *all);

/* Try all models of the points above a changepoint, whose first size is `from`.
   Traces are left out, and negative terms but 1 and n.  `log_prior` is that of
   the changepoint and of what explains the points below it. */
void fixed_models_try_segment(tally *t, const normal_equations *upper,
                              const lower_segment *lower, double weight,
                              double from, double log_prior);

#endif
