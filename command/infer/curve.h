/* Curves of a verdict: values and predictions.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_CURVE_H
#define APROF_INFER_CURVE_H

#include "infer/verdict.h"

/* Return the value of a curve at size n. */
double curve_at(const verdict_curve *curve, double n);

/* Return the value of its leading term at size n. */
double curve_lead_at(const verdict_curve *curve, double n);

/* Return the cells of each size that cost nothing, according to a curve of all
   sizes: its offset, or b / K of n^K - b n^(K - 1), which is nearly
   (n - b / K)^K. */
double curve_offset(const verdict_curve *curve);

/* Predict the cost at a size, with the 95 % interval of a single observation.
   Return false if there is no curve, or if the size is too far beyond the
   points: 100 times the largest size, 1.5 times for exponential growth. */
bool curve_predict(const verdict *v, double size, double *mean, double *low,
                   double *high);

#endif
