/* Check how often the inference is right, and whether it is as sure as it says.

      test_infer [DRAWS [SEED]]

   Without arguments: single cases, and all scenarios and algorithms against
   their goals, with 20 draws for each class and generator.  docs/verdict.md has
   the figures of 60 draws with seed 2.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "algorithms.h"
#include "cases.h"
#include "random.h"
#include "scenarios.h"

#include <gsl/gsl_errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Percent of the answers with a confidence of 0.9 that have to be right. */
static const double sure_goal = 97;
static const double sure = .9;
enum { FEW_SIZES = 14 };

static int tests, failures;

void case_result(bool good, const char *format, ...)
{
   va_list arguments;

   failures += !good;
   printf("%sok %d - ", good ? "" : "not ", ++tests);
   va_start(arguments, format);
   vprintf(format, arguments);
   va_end(arguments);
   putchar('\n');
}

typedef struct {
   int all, right, sure, sure_right;
} score;

static void count(score *s, bool is_right, double confidence)
{
   s->all++;
   s->right += is_right;
   s->sure += confidence >= sure;
   s->sure_right += is_right && confidence >= sure;
}

static double percent(int part, int whole)
{
   return whole ? 100. * part / whole : 100;
}

/* `right` is a goal; 0 where there is none. */
static void report(const score *s, const char *name, const char *sizes,
                   double right)
{
   double is_right = percent(s->right, s->all);
   double sure_right = percent(s->sure_right, s->sure);

   case_result(is_right >= right && sure_right >= sure_goal,
               "%s, %s sizes: %.1f %% right; %.0f %% sure, and of these "
               "%.1f %% right", name, sizes, is_right,
               percent(s->sure, s->all), sure_right);
}

static void test_scenario(const scenario *s, int draws, size_t sizes,
                          uint64_t seed)
{
   score all = { 0, 0, 0, 0 };

   random_seed(seed);
   printf("# %s: right by class:", s->name);
   for (int c = 0; c < s->classes; c++) {
      score one = { 0, 0, 0, 0 };

      for (int generator = 0; generator < GENERATORS; generator++)
         for (int i = 0; i < draws; i++) {
            verdict v;
            bool is_right;
            draw d;

            s->make(&d, scenario_classes[c], generator, sizes);
            infer(d.points, d.count, SIZE_OF_ANY, &v);
            is_right = v.growth.kind == d.kind;
            count(&one, is_right, v.confidence);
            count(&all, is_right, v.confidence);
         }
      printf(" %.0f", percent(one.right, one.all));
   }
   putchar('\n');
   report(&all, s->name, sizes ? "14" : "the usual",
          sizes ? 0 : s->right_goal);
}

static void test_algorithms(const algorithm *a, unsigned algorithms,
                            const char *name, int seeds, size_t sizes,
                            uint64_t seed, double right_goal)
{
   score all = { 0, 0, 0, 0 };

   for (unsigned i = 0; i < algorithms; i++) {
      score one = { 0, 0, 0, 0 };

      for (int k = 0; k < seeds; k++) {
         verdict_point points[ALGORITHM_SIZES];
         size_t points_count = algorithm_points(
            &a[i], seed * 10007 + k * 977 + i * 13, sizes, points);
         verdict v;
         bool is_right;

         infer(points, points_count, SIZE_OF_ANY, &v);
         is_right = algorithm_is_right(&a[i], v.growth);
         count(&one, is_right, v.confidence);
         count(&all, is_right, v.confidence);
      }
      if (one.sure_right < one.sure)
         printf("# %s: %d of %d sure answers are wrong\n", a[i].name,
                one.sure - one.sure_right, one.sure);
   }
   report(&all, name, sizes == FEW_SIZES ? "14" : "40", right_goal);
}

int main(int argc, char **argv)
{
   int draws = argc > 1 ? atoi(argv[1]) : 20;
   uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

   gsl_set_error_handler_off();         /* as infer.h demands */

   test_growth();
   test_tricky();
   test_steep();
   test_programs();
   test_limits();
   for (int s = 0; s < SCENARIOS; s++) {
      test_scenario(&scenarios[s], draws, 0, seed * 1000 + 2 * s);
      test_scenario(&scenarios[s], draws, FEW_SIZES, seed * 1000 + 2 * s + 1);
   }
   for (int few = 0; few < 2; few++) {
      size_t sizes = few ? FEW_SIZES : ALGORITHM_SIZES;

      test_algorithms(known_algorithms, known_count, "algorithms", draws / 4,
                      sizes, seed, few ? 0 : 95);
      test_algorithms(held_out_algorithms, held_out_count,
                      "algorithms held out", draws / 4, sizes, seed,
                      few ? 0 : 93);
   }
   printf("1..%d\n", tests);
   return failures > 0;
}
