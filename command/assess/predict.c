/* Prediction: what a routine would cost on a larger input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/predict.h"
#include "infer/curve.h"

#include <math.h>

/* Warnings with which no extrapolation is warranted. */
#define UNWARRANTED (WARN_FEW_SIZES | WARN_NARROW_RANGE | WARN_UNEXPLAINED | \
                     WARN_COST_FALLS | WARN_ONE_SIZE | WARN_SHORT_REGIME | \
                     WARN_LARGEST_OFF)

bool predict(assessment *a, double size, prediction *p)
{
   const verdict *v = assess_verdict(a);
   const double all = (double)a->m->total.cost;
   const double routine = (double)a->sums.outermost;
   double now, low, high, then;

   if (v->growth.kind == GROWTH_UNDECIDED || v->warnings & UNWARRANTED ||
       !curve_predict(v, v->size_max, &now, &low, &high) ||
       !curve_predict(v, size, &p->cost, &p->low, &p->high))
      return false;
   p->size = size;
   p->factor = p->cost / now;
   then = routine * p->factor;
   p->percent = 100 * then /
                (then + fmax(all - routine, 0) * size / v->size_max);
   return now > 0 && isfinite(p->cost) && isfinite(p->high) &&
          isfinite(p->percent);
}
