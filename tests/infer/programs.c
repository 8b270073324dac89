/* Classes that were sure and wrong in profiles of programs: the points as they
   were measured, or drawn after them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "points.h"
#include "random.h"

#include <math.h>

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
   /* A string that is copied and then lowered. */
   static const double measured[][2] = {
      { 55, 206 }, { 71, 363 }, { 103, 654 }, { 168, 1239 }, { 296, 2412 },
      { 548, 4747 }, { 1059, 9446 }, { 2083, 18731 }, { 4132, 53659 },
      { 8228, 107399 }, { 16440, 214752 }, { 32819, 429379 },
   };
   static const double firsts[] = { 4, 8, 10, 16, 20, 50 };
   static const double steps[] = { 3, 5, 8, 12 };
   /* Counts in a hash table, from eight runs. */
   static const double counts[][2] = {
      { 63, 866 }, { 79, 1808 }, { 106, 3661 }, { 157, 7305 }, { 244, 15983 },
      { 434, 34676 }, { 778, 70337 }, { 1492, 143687 },
   };

   for (int sizes = 8; sizes <= 14; sizes++) {
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
      case_result(steep == 0, "a line and a copy, %d sizes: %d of %d are "
                  "surely n log n", sizes, steep, all);
   }

   judge(measured, sizeof measured / sizeof *measured);
   check("... as measured", !is_sure(GROWTH_LINEARITHMIC));

   judge(counts, sizeof counts / sizeof *counts);
   check("... and cells of an allocator", !is_sure(GROWTH_LINEARITHMIC));
}

/* Batches taken from another thread: of the larger sizes more are waited for. */
static void test_batches(void)
{
   static const double measured[][2] = {
      { 81, 2196 }, { 140, 4319 }, { 208, 6478 }, { 276, 8637 }, { 344, 10796 },
      { 412, 12955 }, { 480, 15114 }, { 548, 17273 }, { 684, 21591 },
      { 820, 25909 }, { 1024, 32386 }, { 1228, 38863 }, { 1500, 47499 },
      { 1847, 58824 }, { 2257, 72022 }, { 2801, 89706 }, { 3479, 111730 },
      { 4295, 138068 },
   };

   judge(measured, sizeof measured / sizeof *measured);
   check("a line whose slope grows by 2 % is not surely n log n",
         !is_sure(GROWTH_LINEARITHMIC));
}

/* The sieve of Eratosthenes. */
static void test_sieve(void)
{
   static const double measured[][2] = {
      { 6, 48 }, { 11, 101 }, { 18, 209 }, { 31, 427 }, { 54, 877 },
      { 97, 1800 }, { 172, 3679 }, { 309, 7503 },
   };

   judge(measured, sizeof measured / sizeof *measured);
   check("a leading term of 6 %", !is_sure(GROWTH_QUADRATIC));
}

/* Multiplication as in school; rows of 256 digits are cleared otherwise. */
static void test_multiplication(void)
{
   static const double measured[][2] = {
      { 22, 118 }, { 26, 164 }, { 28, 190 }, { 32, 248 }, { 40, 389 },
      { 42, 429 }, { 46, 515 }, { 48, 561 }, { 50, 609 }, { 56, 765 },
      { 58, 821 }, { 62, 939 }, { 64, 1001 }, { 68, 1132 }, { 74, 1342 },
      { 84, 1732 }, { 94, 2172 }, { 126, 3917 }, { 134, 4434 }, { 144, 5124 },
      { 186, 8569 }, { 202, 10114 }, { 272, 18376 }, { 332, 27408 },
      { 334, 27740 }, { 336, 28074 }, { 344, 29430 }, { 458, 52234 },
      { 932, 220417 }, { 944, 226087 }, { 968, 237643 }, { 1376, 478159 },
      { 1510, 575309 }, { 1542, 599837 }, { 1620, 661769 }, { 1760, 780559 },
      { 2254, 1278017 },
   };

   judge(measured, sizeof measured / sizeof *measured);
   check("n^2 log n of 5 %", !is_sure(GROWTH_QUADRATIC_LOG));
}

/* A vector that grows by eight elements at a time, by realloc. */
static void test_allocator(void)
{
   static const double measured[][2] = {
      { 113, 453 }, { 219, 1215 }, { 297, 2201 }, { 389, 3507 }, { 488, 5378 },
      { 582, 7764 }, { 680, 10954 }, { 782, 14112 }, { 844, 17979 },
      { 924, 26772 }, { 927, 21699 }, { 993, 30527 }, { 1118, 34980 },
      { 1151, 40380 }, { 1160, 47402 }, { 1200, 53108 }, { 1259, 60107 },
      { 1308, 66450 }, { 1363, 73074 }, { 1419, 80040 },
   };

   judge(measured, sizeof measured / sizeof *measured);
   check("n^2 beside an allocator is not surely n^3", !is_sure(GROWTH_CUBIC));

   random_seed(31);
   count = 0;
   for (double n = 10; n < 400; n = ceil(n * 1.15))
      add(n, (n * n * n + 9 * n * n) * (1 + .03 * random_normal()));
   infer(points, count, &v);
   check("n^3 beside n^2 is", is_sure(GROWTH_CUBIC));

   random_seed(31);
   count = 0;
   for (double n = 10; n < 400; n = ceil(n * 1.15))
      add(n, (n * n * n / 6 + 8 * n * n) * (1 + .03 * random_normal()));
   infer(points, count, &v);
   check("beside an exponent from 2.65 on, n^2 is named and not n log n",
         v.exponent_lo > 2 && v.growth.kind == GROWTH_CUBIC &&
         v.runner_up.kind == GROWTH_QUADRATIC);
}

/* strcat in a loop: n^2, but for long 64 bytes at a time beside 27 n. */
static void test_concat(void)
{
   static const double measured[][2] = {
      { 63, 250 }, { 89, 507 }, { 151, 1055 }, { 268, 2689 }, { 533, 7647 },
      { 1029, 18850 }, { 2036, 47713 }, { 4052, 130017 },
   };

   judge(measured, sizeof measured / sizeof *measured);
   check("few sizes between n and n^2 are not surely n^1.5",
         !is_sure(GROWTH_N15));
}

void test_programs(void)
{
   test_copy();
   test_batches();
   test_sieve();
   test_multiplication();
   test_allocator();
   test_concat();
}
