/* Infer which function of the input size costs follow.

   The method is Bayesian model averaging over small models (a leading term and
   up to three lower terms, a free power, an exponential, two regimes) of
   relative residuals.  The confidence of a class is its posterior probability.
   Nothing is random: equal points give equal verdicts.  docs/verdict.md
   describes the method and how often it is right.

   GSL's error handler must be off (gsl_set_error_handler_off() in main, before
   the first thread): the inference checks what GSL returns.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_INFER_H
#define APROF_INFER_INFER_H

#include "infer/verdict.h"

/* Infer from points that ascend by size, each size once.  Nothing that is
   allocated outlives the call.  There are no errors: if no class can be named,
   then the verdict is undecided. */
void infer(const verdict_point *points, size_t count, verdict_size kind,
           verdict *v);

#endif
