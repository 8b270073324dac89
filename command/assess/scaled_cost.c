/* What a routine would cost on larger inputs: see assess/scaled_cost.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/scaled_cost.h"
#include "infer/curve.h"

#include <math.h>

double scaled_cost_factor(assessment *a, double scale)
{
   const prof_tuple *points = assess_points(a);
   const verdict_curve *curve = &assess_verdict(a)->curve;
   double now = 0, then = 0;

   if (assess_verdict(a)->growth.kind == GROWTH_UNDECIDED)
      return INFINITY;
   for (size_t i = 0; i < a->points_trms; i++) {
      const double size = (double)points[i].size;
      const double cost = (double)points[i].cost.sum;
      const double here = curve_at(curve, size);

      if (size <= 0 || here <= 0)
         continue;
      now += cost;
      then += cost * fmax(1, curve_at(curve, scale * size) / here);
   }
   return now > 0 && isfinite(then) ? then / now : INFINITY;
}
