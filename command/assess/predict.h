/* What a routine would cost on a larger input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PREDICT_H
#define APROF_PREDICT_H

#include "assess/assess.h"

typedef struct {
   double size;                       /* cells */
   double cost, low, high;            /* of one activation at worst; 95 % */
   double factor;                     /* ... over that at the largest size */
   double percent;                    /* of the run */
} prediction;

/* At `size`.  The percentage is of a run in which all of the routine's
   activations cost more by the same factor, and everything else costs more in
   proportion to the input.  False where extrapolation isn't warranted: there is
   no class, it stands on few sizes, on a short range, or on a short regime, or
   does not meet the largest size; or `size` is too far away. */
bool predict(const model *m, const judged *j, double size, prediction *p);

#endif
