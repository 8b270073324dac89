/* What some points say: the posterior of all models.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_ESTIMATE_H
#define APROF_INFER_ESTIMATE_H

#include "infer/posterior.h"
#include "infer/sample.h"

/* Prepare the sample and set the estimate from all models of these points.  If
   no model suits, or if the costs contradict the curve, then no class is
   probable. */
void estimate_points(estimate *e, sample *s, const verdict_point *points,
                     size_t count, verdict_size kind);

enum { ESTIMATE_PARTS = 2 };

/* Set an estimate for each of two parts of the points: without the largest and
   without the smallest fifth of the sizes.  If sizes come in groups, then
   groups that have half of the sizes replace a part that supports the class of
   `whole` more.  `s` is the sample of all points. */
void estimate_parts(estimate parts[ESTIMATE_PARTS], const estimate *whole,
                    const sample *s, const verdict_point *points, size_t count);

#endif
