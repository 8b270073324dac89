/* Groups of sizes with gaps between them.

   A cache that is hit, a short way, a long way, and a set-up at the first use
   give sizes in a few groups, each with a cost of its own.  Some curve always
   passes through a few levels.  Whether it is the law of the costs shows within
   a group, which it must fit as well.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_GROUPS_H
#define APROF_INFER_GROUPS_H

#include "infer/sample.h"

enum { GROUPS_MAX = 7 };

/* Return the number of groups, and set the first point of each; first[number]
   is `count`.  More than GROUPS_MAX groups are like many sizes: return 1.  `s`
   is the sample of these points. */
size_t groups_find(const sample *s, const verdict_point *points, size_t count,
                   size_t first[GROUPS_MAX + 1]);

/* Return whether the costs within a group contradict a curve: the slope of the
   residuals of that group is far from 0. */
bool groups_contradict(const verdict_curve *curve, const sample *s);

#endif
