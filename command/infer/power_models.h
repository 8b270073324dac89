/* Models whose leading term has a parameter: n^K and exponentials;
   n! and n log^2 n.

   n^K is a class of its own.  With K near 1, 2 or 3 it counts for O(n), O(n^2)
   or O(n^3) as well: in real programs the cost of a step often grows or falls a
   little with the size, because other paths become more frequent.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_POWER_MODELS_H
#define APROF_INFER_POWER_MODELS_H

#include "infer/tally.h"

/* The posterior of a parameter, as cells side by side. */
enum { POWER_CELLS = 136, POWER_VARIANTS = 8 };
typedef struct {
   double at, width;                 /* of the parameter */
   double log_mass;                  /* of the cell */
   double evidence[POWER_VARIANTS];  /* logarithm; of each set of lower terms */
} power_cell;
typedef struct {
   size_t count;
   power_cell cells[POWER_CELLS];    /* ascending */
} power_posterior;

/* Try n^K with lower terms for the points from `first` to the end, whose normal
   equations are `upper`; set the posterior of K.  tally NULL: only set the
   posterior.  The free term of `upper` is overwritten. */
void power_models_try(tally *t, const sample *s, normal_equations *upper,
                      size_t first, const lower_segment *lower, double weight,
                      power_posterior *posterior);

/* Try exponentials.  The free term of `all` is overwritten. */
void power_models_try_exponentials(tally *t, normal_equations *all);

/* Try n!, which has no class and counts for exponentials.  The free term of
   `all` is overwritten. */
void power_models_try_factorial(tally *t, normal_equations *all);

/* Try n log^2 n, which has no class and counts for O(n log n).  The free term
   of `all` is overwritten. */
void power_models_try_log_squared(tally *t, normal_equations *all);

#endif
