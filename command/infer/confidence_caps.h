/* Caps on confidence: conditions under which no class may exceed 0.85.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_CONFIDENCE_CAPS_H
#define APROF_INFER_CONFIDENCE_CAPS_H

#include "infer/confirm.h"

/* Return whether a condition of docs/verdict.md, step 12, applies to a verdict
   on points. */
bool confidence_caps_apply(const verdict *v, const sample *s,
                           const infer_point *points, size_t count,
                           confirm_infer *infer_part);

/* Return the leading term's share of the cost at the largest size. */
double confidence_caps_lead_share(const verdict *v);

#endif
