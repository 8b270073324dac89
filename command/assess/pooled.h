/* Costs of neighbouring sizes, put together.

   A recursion on random data has thousands of calls on small sizes and one on each
   large size.  The highest cost of a small size is that of the worst of many
   calls, and that of a large size the cost of any, so that the highest costs are
   on no curve; and single calls scatter.  The mean cost of all calls whose sizes
   differ by less than a fifth has neither: where there are many calls it is exact,
   and where there are few large ones, each is among several.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_POOLED_H
#define APROF_ASSESS_POOLED_H

#include "profile/model.h"

/* Return whether the largest sizes, a decade of them, have a call or two each, and
   all sizes together far more. */
bool pooled_helps(const prof_tuple *points, size_t count);

/* Return points of the sizes that were put together, *found of them, each with the
   mean size, the calls and the sum of the costs; the other fields are those of the
   least size.  The caller frees them. */
prof_tuple *pooled_points(const prof_tuple *points, size_t count, size_t *found);

#endif
