/* May nobody be sure of a class, however much evidence there is for it?

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_UNSURE_H
#define APROF_INFER_UNSURE_H

#include "infer/confirm.h"

/* Is there a reason not to be sure of a verdict on points?  docs/verdict.md has all
   of them, step 12. */
bool unsure_is_due(const verdict *v, const sample *s, const infer_point *points,
                   size_t count, doubt_judge *judge_part);

/* The part of the leading term in the cost at the largest size. */
double unsure_lead_share(const verdict *v);

#endif
