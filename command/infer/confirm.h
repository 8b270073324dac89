/* Confirm a steep class by parts of the points.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_CONFIRM_H
#define APROF_INFER_CONFIRM_H

#include "infer/sample.h"

/* Return whether a class must be confirmed: likely, and O(n^1.5) or steeper, or
   another power above n. */
bool confirm_concerns(const verdict *v);

/* Infer the posterior of a part of the points.  Return false if there are too
   few. */
typedef bool confirm_infer(verdict *part, const infer_point *points,
                           size_t count);

/* Return whether the points do not confirm a class.  `instead` is set to the
   posterior of the part that contradicts it, without classes as steep, or to
   that of confirm_fallback. */
bool confirm_fails(const verdict *v, const sample *s, const infer_point *points,
                   size_t count, confirm_infer *infer_part,
                   double instead[GROWTH_KINDS]);

/* Return whether costs are exact: only the right curve fits them all. */
bool confirm_is_exact(const verdict *v);

/* Return whether the range is too narrow to tell neighbouring classes apart. */
bool confirm_is_narrow(const verdict *v);

/* Set the posterior where growth may be less steep by an unknown amount:
   n log n; or n^2 if the class is above n^2 and the exponent suggests it. */
void confirm_fallback(const verdict *v, double posterior[GROWTH_KINDS]);

#endif
