/* Is what looks like n log n a line whose slope changes once?

   A copy that moves many bytes at a time up to some length and one by one from
   there costs so: a curve that bends at one place, which n log n is as near to
   as any other that bends everywhere.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer_steps.h"

#include <math.h>

enum { FEWEST_ON_A_SIDE = 3 };
/* Two lines have to leave no more than this part of what the curve leaves, as
   standard deviations.  At a half, n log n that scatters is concerned. */
static const double far_better = .33;

/* The squares, relative to the costs, that the best line leaves of some points;
   infinite where it falls. */
static double left_by_line(const sample *s, size_t first, size_t past)
{
   double one = 0, n = 0, n2 = 0, y = 0, ny = 0;
   double determinant, slope, constant, left = 0;

   for (size_t i = first; i < past; i++) {
      const double a = 1 / s->cost[i], b = s->size[i] / s->cost[i];
      const double w = s->weight[i];

      one += w * a * a;
      n += w * a * b;
      n2 += w * b * b;
      y += w * a;
      ny += w * b;
   }
   determinant = one * n2 - n * n;
   slope = (one * ny - n * y) / determinant;
   if (!(determinant > 0) || !(slope > 0))
      return INFINITY;
   constant = (y - slope * n) / one;
   for (size_t i = first; i < past; i++) {
      const double off = (constant + slope * s->size[i]) / s->cost[i] - 1;

      left += s->weight[i] * off * off;
   }
   return left;
}

bool steps_explain(const sample *s, const infer_curve *curve)
{
   double by_curve = 0, by_lines = INFINITY;

   for (size_t i = 0; i < s->count; i++) {
      const double off = infer_curve_at(curve, s->size[i]) /
                         (s->cost[i] * s->unit) - 1;

      by_curve += s->weight[i] * off * off;
   }
   for (size_t i = FEWEST_ON_A_SIDE; i + FEWEST_ON_A_SIDE <= s->count; i++)
      by_lines = fmin(by_lines, left_by_line(s, 0, i) +
                                left_by_line(s, i, s->count));
   return by_lines < far_better * far_better * by_curve;
}
