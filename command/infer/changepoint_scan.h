/* Scan all positions of a changepoint: one simple curve before it, another
   from there on.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_CHANGEPOINT_SCAN_H
#define APROF_INFER_CHANGEPOINT_SCAN_H

#include "infer/sample.h"

/* coefficient * term + constant. */
typedef struct {
   int term;
   double coefficient, constant;
   double rss;                       /* residual sum of squares */
} segment_curve;

typedef struct {
   size_t first;                     /* the first point of the upper curve */
   segment_curve lower, upper;
   double rss;                       /* of both */
} two_segments;

/* Find the changepoints with the smallest residual sum of squares, best first,
   `room` at most.  Return their number; *tried is the number of all positions.
   `all` are the normal equations of all points.  Uses the pilot curve, the
   weights and the response of the sample. */
size_t changepoint_scan(const sample *s, const normal_equations *all,
                        two_segments *best, size_t room, size_t *tried);

#endif
