/* Points of an algorithm, and whether its class was found.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "algorithms.h"
#include "random.h"

#include <math.h>

size_t algorithm_points(const algorithm *a, unsigned seed, size_t sizes,
                        verdict_point *points)
{
   bool is_exponential = a->kind == GROWTH_EXPONENTIAL;
   double from = is_exponential ? 4 : 10, before = 0;
   size_t count = 0;

   random_seed(seed);
   for (size_t i = 0; i < sizes; i++) {
      bool is_end = i == 0 || i + 1 == sizes;
      double at = (i + (is_end ? 0 : random_between(-.4, .4))) / (sizes - 1);
      double n = floor(from * pow(a->largest / from, at) + .5), sum = 0;
      unsigned calls = is_exponential ? 1 : 1 + random_below(seed % 2 ? 3 : 9);

      if (n <= before)
         continue;
      for (unsigned c = 0; c < calls; c++)
         sum += a->steps(n);
      points[count++] = (verdict_point){ n, sum / calls, calls };
      before = n;
   }
   return count;
}

bool algorithm_is_right(const algorithm *a, growth g)
{
   static const double powers[GROWTH_KINDS] = {
      [GROWTH_SQRT] = .5, [GROWTH_LINEAR] = 1, [GROWTH_N15] = 1.5,
      [GROWTH_QUADRATIC] = 2, [GROWTH_CUBIC] = 3,
   };
   double power = a->kind == GROWTH_POWER ? a->power : powers[a->kind];

   if (g.kind == GROWTH_POWER)
      return power > 0 && fabs(g.power - power) < .08;
   return g.kind == a->kind;
}
