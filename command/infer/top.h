/* How the highest costs of the largest sizes grow.

   A class is a statement on all points: if a routine does two different things,
   then the class may follow the jumps between them.  But a cell costs at most
   the same in the upper half of the sizes as below, unless growth is
   superlinear.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_TOP_H
#define APROF_INFER_TOP_H

#include "infer/verdict.h"

/* Return the slope of the highest costs in the upper decade of sizes, in a doubly
   logarithmic plot; 0: there is none.  *is_flat: it is nearer to n log n's slope
   than to that of the curve.  Points ascend by size. */
double top_slope(const verdict_point *points, size_t count,
                 const verdict_curve *curve, bool *is_flat);

#endif
