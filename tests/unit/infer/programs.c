/* Points of programs: as they were measured, or drawn after them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "corpus.h"
#include "points.h"
#include "random.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_sure(growth_kind kind)
{
   return v.growth.kind == kind && v.confidence >= VERDICT_SURE;
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

   for (int sizes = 8; sizes <= 14; sizes++) {
      int steep = 0, all = 0;

      for (size_t f = 0; f < sizeof firsts / sizeof *firsts; f++)
         for (size_t k = 0; k < sizeof steps / sizeof *steps; k++, all++) {
            count = 0;
            for (int i = 0; i < sizes; i++) {
               double n = firsts[f] * exp2(i);

               add(n + 2, copy_cost(n, steps[k]));
            }
            infer(points, count, SIZE_OF_ANY, &v);
            steep += is_sure(GROWTH_LINEARITHMIC);
         }
      case_result(steep == 0, "a line and a copy, %d sizes: %d of %d are "
                  "surely n log n", sizes, steep, all);
   }
}

/* A cube beside a square. */
static void test_cube(void)
{
   random_seed(31);
   count = 0;
   for (double n = 10; n < 400; n = ceil(n * 1.15))
      add(n, (n * n * n + 9 * n * n) * (1 + .03 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("n^3 beside n^2", is_sure(GROWTH_CUBIC));

   random_seed(31);
   count = 0;
   for (double n = 10; n < 400; n = ceil(n * 1.15))
      add(n, (n * n * n / 6 + 8 * n * n) * (1 + .03 * random_normal()));
   infer(points, count, SIZE_OF_ANY, &v);
   check("... and with more of n^2", v.exponent_lo > 2 &&
         is_sure(GROWTH_CUBIC));
}

/* Elements in 64 buckets, each of which doubles when it is full: 3 n, and a term
   that rises up to the largest size, and that no model has.  Without the largest
   sizes a power below n is nearer. */
static void test_buckets(void)
{
   static const struct { double size, cost; } measured[] = {
      { 24, 1041 }, { 27, 1086 }, { 31, 1107 }, { 35, 1174 }, { 40, 1189 },
      { 46, 1262 }, { 52, 1310 }, { 59, 1359 }, { 67, 1427 }, { 77, 1512 },
      { 88, 1586 }, { 101, 1698 }, { 116, 1781 }, { 133, 1933 }, { 152,
      2055 }, { 174, 2211 }, { 200, 2367 }, { 230, 2546 }, { 264, 2728 }, {
      303, 2946 }, { 348, 3180 }, { 400, 3446 }, { 460, 3766 }, { 529, 4083
      }, { 608, 4400 }, { 699, 4793 }, { 803, 5215 }, { 923, 5755 }, {
      1061, 6299 }, { 1220, 6846 }, { 1403, 7498 }, { 1613, 8203 }, { 1854,
      9124 }, { 2132, 10189 }, { 2451, 11289 }, { 2818, 12434 }, { 3240,
      13765 }, { 3726, 15405 }, { 4284, 17391 }, { 4926, 19551 }, { 5664,
      21804 }
   };
   bool is_linear;

   count = 0;
   for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
      add(measured[i].size, measured[i].cost);
   infer(points, count, SIZE_IN_CELLS, &v);
   is_linear = is_sure(GROWTH_LINEAR) && v.curve.count > 0;
   infer(points, count, SIZE_OF_ANY, &v);
   check("cells: a power below n is O(n)",
         is_linear && !is_sure(GROWTH_LINEAR));
}

/* Lists of 3 to 90 texts that are sorted, 350 basic blocks for each text, beside
   a table of some 270 cells and with texts of any length: six sizes that look
   like n^2. */
static void test_steep_by_table(void)
{
   static const struct { double size, cost; } measured[] = {
      { 296, 1402 }, { 336, 2305 }, { 443, 4325 }, { 643, 8392 },
      { 885, 17728 }, { 1292, 32372 }
   };
   bool is_open;

   count = 0;
   for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
      add(measured[i].size, measured[i].cost);
   infer(points, count, SIZE_IN_CELLS, &v);
   is_open = v.growth.kind == GROWTH_UNDECIDED;
   check("cells: a steep class whose exponent is hardly known is none",
         is_open && v.has_exponent);
   check("... and may be O(n) as well", v.exponent_lo <= 1 &&
         v.exponent_hi >= 2);
   infer(points, count, SIZE_OF_ANY, &v);
   check("... but not of a size of any kind",
         v.growth.kind == GROWTH_QUADRATIC);
}

static void read_corpus(corpus *c, const char *name)
{
   const char *source = getenv("top_srcdir");
   char *folder = memory_format("%s/tests/corpus/%s", source ? source : ".",
                                name);

   case_result(corpus_read(c, folder, CORPUS_BLOCKS), "%s can be read", folder);
   free(folder);
}

/* Routines on which earlier versions were wrong: no sure class is wrong, and
   where the points determine no class none is likely; nor is n^2 log n, where it
   is n^2. */
static void test_once_wrong(void)
{
   corpus c;

   read_corpus(&c, "once-wrong");
   for (size_t i = 0; i < c.count; i++) {
      const corpus_case *one = &c.cases[i];
      double most = strstr(one->class, "none") ? VERDICT_LIKELY : VERDICT_SURE;
      char name[128];

      if (!corpus_is_known(one))
         continue;
      infer(one->points, one->count, SIZE_IN_CELLS, &v);
      if (v.growth.kind == GROWTH_QUADRATIC_LOG)
         most = VERDICT_LIKELY;
      snprintf(name, sizeof name, "corpus, %s, %s", one->routine, one->class);
      check(name, corpus_is_right(one, v.growth) || v.confidence < most);
   }
}

/* Infer a routine of the corpus; false: it is not there. */
static bool infer_routine(const corpus *c, const char *program,
                          const char *routine, verdict_size kind)
{
   for (size_t i = 0; i < c->count; i++) {
      const corpus_case *one = &c->cases[i];

      if (strcmp(one->program, program) == 0 &&
          strcmp(one->routine, routine) == 0) {
         infer(one->points, one->count, kind, &v);
         return true;
      }
   }
   return false;
}

/* What cells exclude.  Buckets of a hash table are moved, and large ones have
   more pointers to adjust: likely n^2, but that a cell costs as much in large
   inputs.  An element is inserted into a skip list: likely log n. */
static void test_excluded_by_cells(void)
{
   bool is_steep;
   corpus c;

   read_corpus(&c, "routines");
   is_steep = infer_routine(&c, "gofmt", "runtime.evacuate", SIZE_OF_ANY) &&
              v.growth.kind == GROWTH_QUADRATIC;
   infer_routine(&c, "gofmt", "runtime.evacuate", SIZE_IN_CELLS);
   check("cells: a steep class of costs that do not grow at the largest sizes",
         is_steep && v.growth.kind == GROWTH_UNDECIDED && v.exponent_lo <= 1);
   check("cells: no class below n but O(1)",
         infer_routine(&c, "redis", "zslInsert", SIZE_IN_CELLS) &&
         v.growth.kind == GROWTH_UNDECIDED);
}

/* Sorts and trees of the C++ library, whose cost of a cell rises slowly: none is
   surely of another class, or O(n) alone. */
static void test_sorts(void)
{
   static const growth linearithmic = { GROWTH_LINEARITHMIC, 0 };
   int sure = 0, wrong = 0, alone = 0;
   corpus c;

   read_corpus(&c, "sorts");
   for (size_t i = 0; i < c.count; i++) {
      infer(c.cases[i].points, c.cases[i].count, SIZE_IN_CELLS, &v);
      if (growth_compare(v.growth, linearithmic) == 0)
         sure += v.confidence >= VERDICT_SURE;
      else {
         wrong += v.confidence >= VERDICT_SURE;
         alone += v.confidence >= VERDICT_LIKELY;
      }
   }
   case_result(c.count == 40 && wrong == 0 && sure >= 16 && alone <= 3,
               "sorts: of 40, %d are surely O(n log n), %d surely not, %d "
               "likely not", sure, wrong, alone);
}

/* Routines of programs: limits on the testing half, a little beyond what
   docs/verdict.md says of it. */
static void test_routines(void)
{
   static const double min_sure_right = 35, max_sure_wrong = 1;
   static const double max_likely_wrong = 2.4, min_right = 75;
   int routines = 0, sure[2] = { 0 }, likely[2] = { 0 }, right = 0;
   corpus c;

   read_corpus(&c, "routines");
   for (size_t i = 0; i < c.count; i++) {
      const corpus_case *one = &c.cases[i];
      bool is_right;

      if (corpus_half(one) != CORPUS_TESTING)
         continue;
      infer(one->points, one->count, SIZE_IN_CELLS, &v);
      is_right = corpus_is_right(one, v.growth);
      routines++;
      right += is_right;
      if (v.confidence >= VERDICT_SURE)
         sure[is_right]++;
      else if (v.confidence >= VERDICT_LIKELY)
         likely[is_right]++;
   }
   case_result(routines > 900, "routines of programs: %d", routines);
   case_result(100 * sure[true] >= min_sure_right * routines,
               "%d are sure and right, %.1f %% or more", sure[true],
               min_sure_right);
   case_result(100 * sure[false] <=
               max_sure_wrong * (sure[false] + sure[true]),
               "%d are sure and wrong, %.0f %% of sure answers or less",
               sure[false], max_sure_wrong);
   case_result(100 * likely[false] <= max_likely_wrong * routines,
               "%d are likely and wrong, %.1f %% or less", likely[false],
               max_likely_wrong);
   case_result(100 * right >= min_right * routines,
               "%d are right, %.0f %% or more", right, min_right);
}

void test_programs(void)
{
   test_copy();
   test_cube();
   test_buckets();
   test_steep_by_table();
   test_once_wrong();
   test_excluded_by_cells();
   test_sorts();
   test_routines();
}
