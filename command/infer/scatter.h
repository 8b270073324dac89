/* What points tell without a model.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_SCATTER_H
#define APROF_INFER_SCATTER_H

#include "infer/sample.h"

/* From small inputs to large ones. */
typedef enum {
   SCATTER_IS_EVEN, SCATTER_GROWS, SCATTER_FALLS, SCATTER_IS_WILD_BELOW,
} scatter_change;
scatter_change scatter_changes(const sample *s);

/* From this point on, do larger inputs cost less? */
bool scatter_is_falling(const sample *s, size_t first);

/* Do neighbours cost so different things that the size says little? */
bool scatter_is_unexplained(const sample *s);

#endif
