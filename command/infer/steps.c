/* Is what looks like n log n a line whose slope changes once?

   A copy that moves many bytes at a time up to some length and one by one from
   there costs so: a curve that bends at one place, which n log n is as near to
   as any other that bends everywhere.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/steps.h"

#include <gsl/gsl_fit.h>
#include <math.h>

enum { FEWEST_ON_A_SIDE = 3 };
/* Two lines have to leave no more than this part of what the curve leaves, as
   standard deviations.  At a half, n log n that scatters is concerned. */
static const double far_better = .33;

/* The squares, relative to the costs, that the best line leaves of some points;
   infinite where it falls.  `weights` are those of squares that are not. */
static double left_by_line(const sample *s, const double *weights, size_t first,
                           size_t past)
{
   double constant, slope, variance[3], left;

   gsl_fit_wlinear(s->size + first, 1, weights + first, 1, s->cost + first, 1,
                   past - first, &constant, &slope, &variance[0], &variance[1],
                   &variance[2], &left);
   return slope > 0 ? left : INFINITY;
}

bool steps_explain(const sample *s, const infer_curve *curve)
{
   double by_curve = 0, by_lines = INFINITY, weights[SAMPLE_MAX];

   for (size_t i = 0; i < s->count; i++) {
      const double off = infer_curve_at(curve, s->size[i]) / s->unit -
                         s->cost[i];

      weights[i] = s->weight[i] / (s->cost[i] * s->cost[i]);
      by_curve += weights[i] * off * off;
   }
   for (size_t i = FEWEST_ON_A_SIDE; i + FEWEST_ON_A_SIDE <= s->count; i++)
      by_lines = fmin(by_lines, left_by_line(s, weights, 0, i) +
                                left_by_line(s, weights, i, s->count));
   return by_lines < far_better * far_better * by_curve;
}
