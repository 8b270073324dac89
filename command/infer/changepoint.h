/* Two regimes: one curve below a changepoint, another from there on.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_CHANGEPOINT_H
#define APROF_INFER_CHANGEPOINT_H

#include "infer/tally.h"

typedef struct {
   size_t first;                     /* the first point of the upper regime */
   lower_segment lower;              /* what explains the points below it */
} changepoint;

/* Try models with a changepoint.  Set `best` to the most probable one.  Return
   false if there are too few sizes, or if no curve suits. */
bool changepoint_try(tally *t, const normal_equations *all, changepoint *best);

#endif
