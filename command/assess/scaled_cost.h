/* What a routine would cost if each of its activations had a larger input.

   A routine may have most of its cost in calls with small inputs, whose cost is
   nearly constant: then it grows by less than its class says of a large input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SCALED_COST_H
#define APROF_ASSESS_SCALED_COST_H

#include "assess/assess.h"

/* Return by which factor the cost of all activations together grows, by the
   curve of the routine's verdict, if each has an input `scale` times as large;
   at least 1.  Return INFINITY if the curve does not say it. */
double scaled_cost_factor(assessment *a, double scale);

#endif
