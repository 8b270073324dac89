/* How the highest costs of the largest sizes grow.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/top.h"
#include "infer/curve.h"

#include <math.h>

/* A slope of the highest costs between that of n log n and that of n^1.5. */
static const double steep = 1.45;

/* Return the greatest cost of a cell among the points [first, past), and the
   size of that point in *size. */
static double dearest(const verdict_point *points, size_t first, size_t past,
                      double *size)
{
   double most = 0;

   for (size_t i = first; i < past; i++) {
      const double n = points[i].size;

      if (n > 0 && points[i].cost / n >= most) {
         most = points[i].cost / n;
         *size = n;
      }
   }
   return most;
}

/* Return the slope of a curve from one size to another. */
static double slope_between(const verdict_curve *curve, double from, double to)
{
   return log(curve_at(curve, to) / curve_at(curve, from)) / log(to / from);
}

/* Return from which slope on the highest costs are steep, from one size to the
   other: from the middle between the slopes of n log n and of the curve, if
   that becomes steep beyond the sizes.

   The curve says which slope is to be expected between the same two sizes: with
   a large linear term, as of input that is read before the work begins, that of
   n^2 is far below 2. */
static double steep_by_curve(const verdict_curve *curve, double from, double to)
{
   const double start = fmax(from, 2), end = fmax(2, to / from) * start;
   const double linearithmic =
      1 + log(log(end) / log(start)) / log(end / start);

   if (slope_between(curve, 100 * end, 1000 * end) < steep)
      return steep;
   return (linearithmic + slope_between(curve, start, end)) / 2;
}

double top_slope(const verdict_point *points, size_t count,
                 const verdict_curve *curve, bool *is_flat)
{
   enum { FEWEST = 3 };
   size_t half = count, low;
   double above, below, size_above = 1, size_below = 1, slope;

   while (half > 0 && points[half - 1].size > points[count - 1].size / 2)
      half--;
   low = half;
   while (low > 0 && (half - low < FEWEST ||
                      points[low - 1].size >=
                         floor(points[count - 1].size / 10)))
      low--;
   above = dearest(points, half, count, &size_above);
   below = dearest(points, low, half, &size_below);
   *is_flat = true;
   if (above <= 0 || below <= 0)
      return 0;
   slope = 1 + log(above / below) / log(fmax(2, size_above / size_below));
   *is_flat = slope < fmin(steep, steep_by_curve(curve, size_below, size_above));
   return slope;
}
