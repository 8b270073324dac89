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
   check("... and with more of n^2", v.exponent_lo > 2 &&
         is_sure(GROWTH_CUBIC));
}

/* First fit into bins: n^2 less n^1.5. */
static void test_bins(void)
{
   static const double measured[][2] = {
      { 70, 818 }, { 73, 951 }, { 77, 1109 }, { 81, 1337 }, { 102, 2177 },
      { 109, 2758 }, { 110, 1821 }, { 117, 3427 }, { 126, 4333 },
      { 136, 5473 }, { 169, 7263 }, { 170, 9443 }, { 186, 11948 },
      { 204, 15467 }, { 225, 19928 }, { 272, 26272 }, { 287, 33816 },
      { 319, 44277 }, { 356, 56936 }, { 399, 75267 }, { 466, 98832 },
      { 522, 129626 }, { 587, 169436 }, { 662, 222241 }, { 748, 293748 },
      { 851, 388247 }, { 964, 512701 }, { 1095, 677671 }, { 1245, 894828 },
      { 1418, 1183297 },
   };

   judge(measured, sizeof measured / sizeof *measured);
   check("n^2 that begins slowly is not surely n^2 log n",
         !is_sure(GROWTH_QUADRATIC_LOG));
}

/* A list whose end is looked for each time, in memory that was in use before or
   not: cells of the allocator's are part of some of the sizes. */
static void test_used_memory(void)
{
   static const double measured[][2] = {
      { 62, 233 }, { 82, 249 }, { 87, 379 }, { 109, 602 }, { 129, 389 },
      { 154, 626 }, { 190, 769 }, { 209, 3294 }, { 260, 1288 }, { 320, 3074 },
      { 359, 2709 }, { 387, 3647 }, { 473, 7526 }, { 559, 16743 },
      { 667, 50011 }, { 726, 26557 }, { 756, 5615 }, { 771, 32592 },
      { 1109, 109478 }, { 1170, 150845 }, { 1561, 342224 }, { 1670, 482239 },
      { 1790, 663297 }, { 1929, 759839 }, { 1999, 642249 },
   };

   judge(measured, sizeof measured / sizeof *measured);
   check("n^2 in memory new and used is not surely n^3",
         !is_sure(GROWTH_CUBIC));
}

/* Two clusters of sizes: what is seen between them is one gap. */
static void test_clusters(void)
{
   static const double measured[][2] = {
      { 125, 4312 }, { 332, 4265 }, { 390, 5041 }, { 627, 4252 },
      { 677, 4171 }, { 745, 4302 }, { 758, 3696 }, { 772, 6666 },
      { 782, 8722 }, { 784, 5293 }, { 791, 5687 }, { 793, 9052 },
      { 798, 6473 }, { 812, 8633 }, { 826, 5647 }, { 831, 7414 },
      { 832, 8906 }, { 852, 7385 }, { 856, 6873 }, { 4352, 98399 },
      { 4529, 98753 }, { 4587, 101548 }, { 4665, 102471 }, { 4829, 106332 },
      { 4868, 106737 }, { 4889, 105128 }, { 4937, 108050 }, { 5104, 116640 },
      { 5105, 109505 }, { 5239, 112546 }, { 5423, 117127 }, { 5631, 119329 },
      { 6142, 128807 }, { 6171, 130010 }, { 6284, 130082 }, { 6549, 136112 },
      { 6560, 133998 }, { 6679, 137099 }, { 6944, 144132 },
   };

   judge(measured, sizeof measured / sizeof *measured);
   check("two sizes below a gap, and a cluster beyond: nothing is sure",
         v.confidence < INFER_SURE);
}

/* Lines in sizes that hold what grew by doubling: numbers that are formatted, and
   a table that is joined with another. */
static void test_doubling(void)
{
   static const double formatted[][2] = {
      { 81, 1872 }, { 94, 2554 }, { 98, 3186 }, { 102, 3820 }, { 113, 4498 },
      { 122, 5916 }, { 127, 6708 }, { 146, 8341 }, { 156, 9832 },
      { 162, 10863 }, { 171, 12153 }, { 229, 16585 }, { 260, 21486 },
      { 1084, 148424 },
   };
   static const double joined[][2] = {
      { 156, 692 }, { 186, 861 }, { 200, 1058 }, { 208, 1081 }, { 240, 1251 },
      { 321, 1883 }, { 352, 2061 }, { 362, 2322 }, { 372, 2369 },
      { 761, 12337 }, { 781, 17983 }, { 788, 21653 }, { 812, 18138 },
      { 817, 6215 }, { 825, 19017 }, { 840, 18242 }, { 905, 20333 },
      { 986, 20932 }, { 997, 22510 }, { 1020, 7191 }, { 1027, 7474 },
      { 1039, 23376 }, { 1162, 8171 }, { 1313, 37869 }, { 1384, 38654 },
      { 1575, 43555 }, { 1583, 44360 }, { 1587, 43669 }, { 1697, 46181 },
      { 1904, 50906 }, { 1926, 52670 }, { 2095, 56440 }, { 2643, 85848 },
      { 2907, 93171 }, { 3546, 108604 }, { 3654, 109449 }, { 4389, 128619 },
      { 4529, 167613 }, { 5557, 210223 }, { 5638, 210833 }, { 7911, 251992 },
      { 7991, 253244 }, { 8676, 270637 }, { 8836, 274653 }, { 9335, 392602 },
      { 12169, 434228 }, { 12978, 453163 }, { 13371, 462421 },
      { 14495, 490007 },
   };

   judge(formatted, sizeof formatted / sizeof *formatted);
   check("a line beside a buffer that doubles is not surely n log n",
         !is_sure(GROWTH_LINEARITHMIC));
   judge(joined, sizeof joined / sizeof *joined);
   check("... nor is a table that does", !is_sure(GROWTH_LINEARITHMIC));
}

void test_programs(void)
{
   test_copy();
   test_batches();
   test_sieve();
   test_multiplication();
   test_allocator();
   test_bins();
   test_used_memory();
   test_clusters();
   test_doubling();
}
