/* Diagnostics of a sample, and of how a curve fits its largest sizes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_DIAGNOSTICS_H
#define APROF_INFER_DIAGNOSTICS_H

#include "infer/sample.h"

/* The scatter of large inputs compared with that of small ones. */
typedef enum {
   SCATTER_IS_EVEN, SCATTER_GROWS, SCATTER_FALLS,
} scatter_change;
scatter_change diagnostics_scatter_change(const sample *s);

/* Return whether larger inputs cost less, from the point `first` on. */
bool diagnostics_is_falling(const sample *s, size_t first);

/* Return whether the curve of an upper regime, which begins at a size, is there
   far below the costs of the last sizes of the lower regime. */
bool diagnostics_falls_at(const sample *s, const verdict_curve *curve,
                          double size);

/* Return whether neighbours differ so much that the size says little of the
   cost. */
bool diagnostics_is_unexplained(const sample *s);

/* Return whether one of the two largest sizes is far off a curve; false if
   there is no curve. */
bool diagnostics_is_largest_off(const sample *s, const verdict_curve *curve);

/* Return whether both are, on one side: then they are not outliers. */
bool diagnostics_both_largest_off(const sample *s, const verdict_curve *curve);

#endif
