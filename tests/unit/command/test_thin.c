/* The thinning of points in a picture.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "plot/thin.h"

#include <math.h>
#include <stdbool.h>

enum { POINTS = 20000 };

static double x[POINTS], y[POINTS];
static bool keep[POINTS];

static size_t count_kept(size_t count)
{
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      n += keep[i];
   return n;
}

static void few_points_are_all_kept(void **state)
{
   (void)state;
   for (int i = 0; i < 600; i++)
      x[i] = y[i] = i % 7;
   assert_int_equal(thin(x, y, 600, keep), 600);
   assert_int_equal(count_kept(600), 600);
   assert_int_equal(thin(x, y, 0, keep), 0);
}

static void points_without_a_place_are_left_out(void **state)
{
   (void)state;
   for (int i = 0; i < 10; i++)
      x[i] = y[i] = i;
   y[3] = NAN;
   x[5] = INFINITY;
   assert_int_equal(thin(x, y, 10, keep), 8);
   assert_false(keep[3] || keep[5]);
}

/* A cloud with a few points far out. */
static void the_outline_stays(void **state)
{
   unsigned random = 1;
   size_t n;

   (void)state;
   for (int i = 0; i < POINTS; i++) {
      random = random * 1103515245 + 12345;
      x[i] = i;
      y[i] = random >> 16 & 1023;
   }
   y[0] = -5000;
   y[POINTS - 1] = 6000;
   y[7777] = 9000;
   n = thin(x, y, POINTS, keep);
   assert_int_equal(n, count_kept(POINTS));
   assert_true(n >= 900 && n <= 2000);
   assert_true(keep[0] && keep[7777] && keep[POINTS - 1]);
   /* Of each 450th of the width the least and the greatest are kept. */
   for (int column = 1; column < 449; column++) {
      int least = -1, most = -1;

      for (int i = 0; i < POINTS; i++) {
         if ((int)(x[i] / (POINTS - 1) * 450) != column)
            continue;
         least = least < 0 || y[i] < y[least] ? i : least;
         most = most < 0 || y[i] > y[most] ? i : most;
      }
      assert_true(keep[least] && keep[most]);
   }
}

static void equal_points_are_drawn_once_a_spot(void **state)
{
   (void)state;
   for (int i = 0; i < POINTS; i++)
      x[i] = y[i] = 5;
   assert_int_equal(thin(x, y, POINTS, keep), 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(few_points_are_all_kept),
      cmocka_unit_test(points_without_a_place_are_left_out),
      cmocka_unit_test(the_outline_stays),
      cmocka_unit_test(equal_points_are_drawn_once_a_spot),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
