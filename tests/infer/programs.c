/* Classes that were sure and wrong in profiles of programs: the points as they
   were measured, or drawn after them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"
#include "random.h"

#include <math.h>

#define POINTS 64

static infer_point points[POINTS];
static size_t count;
static verdict v;

static void add(double size, double cost)
{
   points[count++] = (infer_point){ size, floor(cost), 1 };
}

static bool is_sure(growth_kind kind)
{
   return v.growth.kind == kind && v.confidence >= INFER_SURE;
}

/* A loop of n steps and a copy of 4 n bytes, of which glibc moves 64 at a time
   up to 2 KB, and one by one beyond. */
static double copy_cost(double n, double step)
{
   return step * n + 10 + (4 * n >= 2048 ? 4 * n : n / 16);
}

static void test_copy(void)
{
   static const double firsts[] = { 4, 8, 10, 16, 20, 50 };
   static const double steps[] = { 3, 5, 8, 12 };

   for (int sizes = 10; sizes <= 14; sizes++) {
      int steep = 0, all = 0;

      for (size_t f = 0; f < sizeof firsts / sizeof *firsts; f++)
         for (size_t k = 0; k < sizeof steps / sizeof *steps; k++, all++) {
            count = 0;
            for (int i = 0; i < sizes; i++) {
               double n = firsts[f] * exp2(i);

               add(n + 2, copy_cost(n, steps[k]));
            }
            infer(points, count, &v);
            steep += is_sure(GROWTH_LINEARITHMIC);
         }
      case_result(steep == 0, "a line and a copy, %d sizes: %d of %d are surely "
                  "n log n", sizes, steep, all);
   }
}

void test_programs(void)
{
   test_copy();
}
