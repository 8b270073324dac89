/* Step counts of algorithms that are run here, in the place of drawn curves:
   steps, saw-teeth, lower terms and scatter as they come.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_ALGORITHMS_H
#define TESTS_INFER_ALGORITHMS_H

#include "infer/infer.h"

typedef struct {
   const char *name;
   growth_kind kind;
   double power;                     /* of GROWTH_POWER, else 0 */
   double largest;                   /* the largest size that is affordable */
   double (*steps)(unsigned n);
} algorithm;

/* The algorithms that the constants of the inference were chosen with, and
   algorithms that were written afterwards. */
extern const algorithm known_algorithms[], held_out_algorithms[];
extern const unsigned known_count, held_out_count;

/* The means of a few runs at each of some sizes, at most ALGORITHM_SIZES. */
enum { ALGORITHM_SIZES = 40 };
size_t algorithm_points(const algorithm *a, unsigned seed, size_t sizes,
                        verdict_point *points);

/* Is that its class?  A power that is as good as the class's counts as well. */
bool algorithm_is_right(const algorithm *a, growth g);

#endif
