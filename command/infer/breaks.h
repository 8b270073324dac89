/* A quick look at all places where one curve might end and another begin.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_BREAKS_H
#define APROF_INFER_BREAKS_H

#include "infer/sample.h"

/* A simple curve: one term and perhaps a constant. */
typedef struct {
   int term;
   double coefficient, constant;
   double rest;                      /* what it leaves of the squares */
} simple_curve;

typedef struct {
   size_t first;                     /* the first point of the right curve */
   simple_curve left, right;
   double rest;                      /* of both */
} two_curves;

/* The best breaks, best first, at most `room`; the number of all is in
   *tried.  Uses the sample's pilot, weights and response as they are. */
size_t breaks_scan(const sample *s, const sums *all, two_curves *best,
                   size_t room, size_t *tried);

#endif
