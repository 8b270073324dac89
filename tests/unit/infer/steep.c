/* Steep classes that all sizes together suggest and parts of the sizes
   contradict; shapes that were found in profiles of programs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "points.h"
#include "random.h"

#include <math.h>

static bool is_sure(void) { return v.confidence >= .9; }

/* A steep class is named, but it is not likely. */
static bool is_doubted(void)
{
   return v.confidence < VERDICT_LIKELY &&
          verdict_at_least(&v, (growth){ GROWTH_POWER, 1.35 }) < .9;
}

static bool is_class_in_interval(double power)
{
   return v.has_exponent && v.exponent_lo <= power && power <= v.exponent_hi;
}

/* Costs that hardly grow, and a few far sizes whose costs grow like n. */
static void test_gap(void)
{
   count = 0;
   for (double n = 30; n < 90; n += 2)
      add(n, n < 50 ? 17 : 20);
   for (double n = 4200; n < 6400; n += 500)
      add(n, n / 9);
   infer(points, count, SIZE_OF_ANY, &v);
   check("a gap between two groups of sizes", is_doubted());

   count = 0;
   for (double n = 10; n < 16; n++)
      add(n, 2 * n * n * n + 5);
   for (double n = 200; n < 206; n++)
      add(n, 2 * n * n * n + 5);
   infer(points, count, SIZE_OF_ANY, &v);
   check("a gap between two narrow groups, but all points on one curve",
         v.growth.kind == GROWTH_CUBIC && !is_sure());

   random_seed(11);
   count = 0;
   add(54, .06 * 54 * 54);
   for (double n = 185; n < 3900; n *= 1.08)
      add(n, .06 * n * n * (1 + .01 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("one small size, and a gap to many on one curve",
         v.growth.kind == GROWTH_QUADRATIC && is_sure());

   count = 0;
   add(54, .06 * 54 * 54);
   for (double n = 2000; n < 5000; n *= 1.08)
      add(n, .06 * n * n * (1 + .01 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("... of a small range",
         v.growth.kind == GROWTH_QUADRATIC && is_sure());
}

/* Small inputs take a cheap path, below a gap; some cells of large inputs cost
   nothing. */
static void test_cheap_small(void)
{
   static const struct { growth_kind kind; double power; } classes[] = {
      { GROWTH_LINEAR, 1 }, { GROWTH_N15, 1.5 }, { GROWTH_QUADRATIC, 2 },
   };
   enum { DRAWS = 30 };

   random_seed(17);
   for (size_t k = 0; k < sizeof classes / sizeof *classes; k++) {
      int sure = 0;

      for (int draw = 0; draw < DRAWS; draw++) {
         const double free = 20 + random_below(60), slope = 2 + random_below(4);

         count = 0;
         for (double n = 20; n < 55; n = ceil(n * 1.08))
            add(n, slope * n * (1 + .01 * random_normal()));
         for (double n = 150; n < 14000; n = ceil(n * 1.14))
            add(n, 30 * pow(n - free, classes[k].power) *
                   (1 + .005 * random_normal()));
         infer(points, count, SIZE_OF_ANY, &v);
         sure += is_sure() && v.growth.kind == classes[k].kind;
      }
      case_result(sure >= DRAWS - 1,
                  "n^%g beyond cheap small sizes: %d of %d sure and right",
                  classes[k].power, sure, DRAWS);
   }
}

/* Appends: the largest ones find no room and copy everything. */
static void test_largest_off(void)
{
   random_seed(23);
   count = 0;
   for (double n = 20; n < 1100; n = ceil(n * 1.06))
      add(n, (30 + 15 * log2(n)) * exp(.25 * random_normal()));
   add(2092, 8277);
   add(2106, 8295);
   infer(points, count, SIZE_OF_ANY, &v);
   check("the largest sizes far above a flat curve",
         v.confidence < .7 && (v.warnings & WARN_LARGEST_OFF));
}

/* The power of the class is that of the formula. */
static void test_power_of_curve(void)
{
   enum { DRAWS = 40 };
   int powers = 0, same = 0;

   random_seed(29);
   for (int draw = 0; draw < DRAWS; draw++) {
      const double less = random_between(1, 6);

      count = 0;
      for (double n = 34; n < 4100; n = ceil(n * 1.045))
         add(n, (1.7 * pow(n, 1.585) - less * n) *
                (1 + .01 * random_normal()));
      infer(points, count, SIZE_OF_ANY, &v);
      if (v.growth.kind != GROWTH_POWER)
         continue;
      powers++;
      same += v.curve.terms[0].term.kind == GROWTH_POWER &&
              v.curve.terms[0].term.power == v.growth.power;
   }
   case_result(powers > DRAWS / 2 && same == powers,
               "a power as in its formula: %d of %d", same, powers);
}

/* A merge sort whose copies of larger parts use another method. */
static void test_steps(void)
{
   random_seed(3);
   count = 0;
   for (double n = 9; n < 7200; n *= 1.035)
      add(floor(n), (2.5 * n * log(n) - 3 * n) *
                       (1 + .17 * (n > 2800) + .14 * (n > 5660)) *
                       (1 + .015 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("n log n with two steps is not n^2", v.confidence < .7 ||
         v.growth.kind == GROWTH_LINEARITHMIC);
}

/* Many sizes that are nearly equal: a compressor gets blocks of one length, and
   the shorter rest of a file. */
static void test_clusters(void)
{
   random_seed(7);
   count = 0;
   add(38, 75);
   add(47131, 1944941);
   add(49892, 6230787);
   for (double n = 70084; n < 70600; n += 8)
      add(n, 6600000 * (1 + .004 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("sixty sizes within one percent, three others",
         v.growth.kind == GROWTH_UNDECIDED && v.sizes == count &&
         v.sizes_apart == 4 && (v.warnings & WARN_FEW_SIZES));

   count = 0;
   for (double n = 1000; n < 20000; n *= 2)
      for (int i = 0; i < 4; i++)
         add(n + i, 3 * (n + i) * (n + i));
   infer(points, count, SIZE_OF_ANY, &v);
   check("... five such groups",
         v.growth.kind == GROWTH_QUADRATIC && v.sizes_apart == 5 &&
         (v.warnings & WARN_FEW_SIZES));
}

/* The class depends on the largest size. */
static void test_last(void)
{
   static const double sizes[] = { 41, 43, 45, 47, 49, 51, 53, 55, 79, 81, 84,
                                   1681 };
   static const double costs[] = { 67, 71, 76, 76, 80, 81, 82, 81, 93, 96, 95,
                                   214636 };

   count = 0;
   for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
      add(sizes[i], costs[i]);
   infer(points, count, SIZE_OF_ANY, &v);
   check("one large size far from the others", is_doubted());
}

/* Two levels of costs, and a third level at larger sizes. */
static void test_bands(void)
{
   count = 0;
   for (double n = 160; n < 410; n += 2)
      add(n, 520 + .9 * n + ((int)n % 26 == 0 ? 300 : 0));
   for (double n = 440; n < 500; n += 4)
      add(n, 1850 + (n - 440) / 4 + ((int)n % 3 == 0 ? 200 : 0));
   infer(points, count, SIZE_OF_ANY, &v);
   check("two bands and a jump", is_doubted());

   count = 0;
   for (double n = 5000; n < 5200; n += 60)
      add(n, 277000 + (n - 5000) * 28);
   for (double n = 9800; n < 11800; n += 90)
      add(n, (int)n % 4 == 0 ? 555000 : 835000 + (n - 11000) * 15);
   for (double n = 16000; n < 68000; n += 500)
      add(n, (int)n % 1500 == 0 ? 548000 + (int)n % 7000
                                : 1086000 + (int)n % 9000);
   for (double n = 76300; n < 78100; n += 90)
      add(n, 1390000 + (int)n % 8000);
   infer(points, count, SIZE_OF_ANY, &v);
   check("blocks whose lengths change by steps", v.confidence < .7 ||
         v.growth.kind <= GROWTH_LINEARITHMIC);
}

/* A table of 300 cells that every call reads is size without cost. */
static void test_table(void)
{
   count = 0;
   for (double n = 10; n < 800; n *= 1.2)
      add(300 + floor(n), 10 * floor(n));
   infer(points, count, SIZE_OF_ANY, &v);
   check("a table and n", v.growth.kind == GROWTH_LINEAR && is_sure());

   count = 0;
   for (double n = 10; n < 800; n *= 1.2)
      add(300 + floor(n), floor(n) * floor(n));
   infer(points, count, SIZE_OF_ANY, &v);
   check("a table and n^2", v.growth.kind == GROWTH_QUADRATIC && is_sure());
}

/* A line whose last points are 5 % above it. */
static void test_step(void)
{
   count = 0;
   for (int i = 0; i < 20; i++) {
      double n = floor(44 * pow(1.27, i));

      add(n, (4.25 * n + 10) * (i < 17 ? 1 : 1.05));
   }
   infer(points, count, SIZE_OF_ANY, &v);
   check("a line with a small step at its end",
         v.growth.kind == GROWTH_LINEAR);
}

static void test_narrow(void)
{
   static const double costs[] = { 60, 60, 64, 70, 65, 106, 112, 193, 255 };
   static const double sizes[] = { 58, 61, 66, 70, 74, 115, 125, 165, 180 };

   count = 0;
   for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
      add(sizes[i], costs[i]);
   infer(points, count, SIZE_OF_ANY, &v);
   check("a range of three, not exact", !is_sure());

   random_seed(3);
   count = 0;
   for (double n = 100; n < 620; n *= 1.06)
      add(floor(n), n * n * (1 + .02 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("n^2 over a range of six, not exact",
         v.growth.kind == GROWTH_QUADRATIC && is_sure() &&
         (v.warnings & WARN_NARROW_RANGE));

   count = 0;
   for (double n = 100; n < 330; n *= 1.03)
      add(floor(n), n * n * (1 + .02 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("... of three",
         v.growth.kind == GROWTH_QUADRATIC && is_sure() &&
         (v.warnings & WARN_NARROW_RANGE));
}

/* A power that is near to n log n. */
static void test_small_power(void)
{
   count = 0;
   for (double n = 10; n < 8000; n *= 1.1)
      add(floor(n), 3 * pow(floor(n), 1.25));
   infer(points, count, SIZE_OF_ANY, &v);
   check("n^1.25 is not n log n with lower terms",
         v.growth.kind == GROWTH_POWER && is_sure() &&
         fabs(v.growth.power - 1.25) < .01);
}

static void test_borne_out(void)
{
   random_seed(5);
   count = 0;
   for (double n = 10; n < 5000; n *= 1.2)
      add(floor(n), 3 * n * n * (1 + .1 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("n^2 with 10 % noise is borne out",
         v.growth.kind == GROWTH_QUADRATIC && is_sure() &&
         !(v.warnings & WARN_UNCONFIRMED));
   check("... and in the exponent's interval", is_class_in_interval(2));
}

/* Costs of n^0.85 that scatter are often named O(n). */
static void test_interval(void)
{
   int linear = 0, outside = 0;

   random_seed(8);
   for (int draw = 0; draw < 40; draw++) {
      count = 0;
      for (double n = 20; n < 3000; n *= 1.3)
         add(floor(n), 40 * pow(n, .85) * (1 + .12 * random_normal()));
      infer(points, count, SIZE_OF_ANY, &v);
      linear += v.growth.kind == GROWTH_LINEAR;
      outside += v.growth.kind == GROWTH_LINEAR && !is_class_in_interval(1);
   }
   case_result(linear > 10 && outside == 0,
               "the interval of the exponent has room for the class: "
               "%d are linear, %d of them outside", linear, outside);

   random_seed(9);
   count = 0;
   for (double n = 8; n < 20000; n *= 1.2)
      add(floor(n), 1000 * (1 + .2 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("a constant with scatter has no steep exponent",
         v.growth.kind == GROWTH_CONSTANT && is_class_in_interval(0) &&
         v.exponent_hi < 2);
}

/* A search that ends early at some sizes and not at others; and costs that do
   not depend on the size. */
static void test_two_paths(void)
{
   int steep = 0;

   count = 0;
   for (double n = 10; n < 400; n += 5)
      add(n, (int)n % 10 ? 3 * n + 200 : n * n / 2);
   infer(points, count, SIZE_IN_CELLS, &v);
   check("two paths by turns: the size explains nothing",
         v.growth.kind == GROWTH_UNDECIDED && v.warnings & WARN_UNEXPLAINED);

   random_seed(11);
   for (int draw = 0; draw < 100; draw++) {
      count = 0;
      for (double n = 10; n < 5000; n *= 1.1)
         add(floor(n), 1000 * exp(1.5 * random_normal()));
      infer(points, count, SIZE_IN_CELLS, &v);
      steep += v.growth.kind != GROWTH_UNDECIDED &&
               growth_power(v.growth) > 1.2;
   }
   case_result(steep == 0, "wild costs are not steep: %d of 100 are", steep);
}

/* What objdump and an interpreter call in two ways: parts of the points are so
   far apart that two classes would say nothing. */
static void test_open(void)
{
   static const double dump[][2] = {
      { 5, 4 }, { 1674, 14431 }, { 1927, 25702 }, { 1946, 28040 },
      { 5597, 1169163 }, { 25242, 47159598 },
   }, steps[][2] = {
      { 54, 84 }, { 77, 113 }, { 114, 121 }, { 119, 140 }, { 120, 127 },
      { 126, 133 }, { 132, 139 }, { 138, 130 }, { 144, 133 }, { 150, 136 },
      { 169392, 44048051 },
   };

   count = 0;
   for (size_t i = 0; i < sizeof dump / sizeof *dump; i++)
      add(dump[i][0], dump[i][1]);
   infer(points, count, SIZE_IN_CELLS, &v);
   check("O(n^3) or O(1): no class", v.growth.kind == GROWTH_UNDECIDED);

   count = 0;
   for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
      add(steps[i][0], steps[i][1]);
   infer(points, count, SIZE_IN_CELLS, &v);
   check("one point far from all others, of another kind: no class",
         v.growth.kind == GROWTH_UNDECIDED);
}

void test_steep(void)
{
   test_two_paths();
   test_open();
   test_gap();
   test_cheap_small();
   test_largest_off();
   test_power_of_curve();
   test_steps();
   test_clusters();
   test_last();
   test_bands();
   test_table();
   test_step();
   test_narrow();
   test_small_power();
   test_borne_out();
   test_interval();
}
