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
            infer(points, count, &v);
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
   infer(points, count, &v);
   check("n^3 beside n^2", is_sure(GROWTH_CUBIC));

   random_seed(31);
   count = 0;
   for (double n = 10; n < 400; n = ceil(n * 1.15))
      add(n, (n * n * n / 6 + 8 * n * n) * (1 + .03 * random_normal()));
   infer(points, count, &v);
   check("... and with more of n^2", v.exponent_lo > 2 &&
         is_sure(GROWTH_CUBIC));
}

/* Wrong answers that are sure, with the class that is named.  strcat in a loop
   is n^2, but 64 bytes cost one basic block, beside 27 for each call. */
static const char *const sure_and_wrong[] = { "strcat_loop.tsv" };

static bool is_known_wrong(const corpus_case *c)
{
   for (size_t i = 0; i < sizeof sure_and_wrong / sizeof *sure_and_wrong; i++)
      if (strcmp(c->file, sure_and_wrong[i]) == 0)
         return true;
   return false;
}

/* Real routines: no sure class is wrong, and where the points determine no
   class none is likely. */
static void test_corpus(void)
{
   const char *source = getenv("top_srcdir");
   char *folder = memory_format("%s/tests/corpus", source ? source : ".");
   corpus c;

   case_result(corpus_read(&c, folder), "the corpus can be read");
   for (size_t i = 0; i < c.count; i++) {
      const corpus_case *one = &c.cases[i];
      const double most = strcmp(one->class, "none") == 0 ? VERDICT_LIKELY
                                                          : VERDICT_SURE;
      char name[128];

      if (!corpus_is_known(one))
         continue;
      infer_worst(one->points, one->count, &v);
      snprintf(name, sizeof name, "corpus, %s, %s", one->file, one->class);
      check(name, (corpus_is_right(one, v.growth) || v.confidence < most) !=
                     is_known_wrong(one));
   }
   free(folder);
}

void test_programs(void)
{
   test_copy();
   test_cube();
   test_corpus();
}
