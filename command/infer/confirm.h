/* Does a steep class hang on a few points, or leave many unexplained?

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_DOUBT_H
#define APROF_INFER_DOUBT_H

#include "infer/sample.h"

/* Classes from n^1.5 on, and other powers above n, need to be borne out, from
   where they would be called likely. */
bool doubt_concerns(const verdict *v);

/* Finds the posterior of a part of the points; false: nothing can be said. */
typedef bool doubt_judge(verdict *part, const infer_point *points, size_t count);

/* Is a verdict on points steeper than they bear out?  `instead` becomes that
   of a part which denies the class, without what is as steep, or
   doubt_instead. */
bool doubt_is_due(const verdict *v, const sample *s, const infer_point *points,
                  size_t count, doubt_judge *judge_part,
                  double instead[GROWTH_KINDS]);

/* Are costs so exact that nothing but the right curve fits them?  More so where
   little of them is the leading term's. */
bool doubt_is_exact(const verdict *v);

/* Is the range too narrow to tell neighbouring classes apart for sure? */
bool doubt_is_narrow(const verdict *v);

/* Where nothing is known but that growth may be less: n log n, or n^2 where the
   class is above that and the exponent's interval begins too high for the
   former. */
void doubt_instead(const verdict *v, double posterior[GROWTH_KINDS]);

#endif
