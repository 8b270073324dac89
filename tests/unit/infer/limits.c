/* Classes by name, inputs at the limits, prediction, speed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"
#include "infer/curve.h"
#include "infer/describe.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- classes */

void test_growth(void)
{
   /* Ascending. */
   static const char *const names[] = {
      "O(1)", "O(log n)", "O(n^0.1)", "O(sqrt n)", "O(n^0.93)", "O(n)",
      "O(n log n)", "O(n^1.05)", "O(n^1.5)", "O(n^1.58)", "O(n^2)",
      "O(n^2 log n)", "O(n^2.81)", "O(n^3)", "O(n^4)", "O(2^n)",
   };
   static const char *const none[] = {
      "", "O", "O()", "O(n", "O(n))", "n", "O(m)", "undecided", "O(n^)",
      "O(n^-1)", "O(n^nan)", "O(n^inf)", "O(n^0x2)", "O(n^2) x", "O(3^n)",
   };
   enum { NAMES = sizeof names / sizeof *names };
   bool same = true, ordered = true, refused = true;
   char name[GROWTH_NAME_SIZE];
   growth g, before = { GROWTH_UNDECIDED, 0 };

   for (int i = 0; i < NAMES; i++) {
      if (!growth_parse(names[i], &g)) {
         same = false;
         continue;
      }
      same &= strcmp(growth_name(name, g), names[i]) == 0;
      ordered &= growth_compare(before, g) < 0 && growth_compare(g, before) > 0;
      ordered &= growth_compare(g, g) == 0;
      before = g;
   }
   for (size_t i = 0; i < sizeof none / sizeof *none; i++)
      refused &= !growth_parse(none[i], &g);
   case_result(same, "classes: names are read as they are written");
   case_result(ordered, "classes: ordered by growth");
   case_result(refused, "classes: what is none is refused");
   case_result(growth_parse(" O( n ^2.0 ) ", &g) && g.kind == GROWTH_QUADRATIC,
               "classes: blanks do not count, and n^2.0 is n^2");
}

/* ----------------------------------------------------------------- limits */

enum { MANY = 100000 };
static verdict_point points[MANY];
static verdict v;

static bool is_sane(void)
{
   double sum = 0, mean, low, high;
   char *formula = describe_formula(&v);
   bool good = strstr(formula, "nan") == NULL && isfinite(v.scatter);

   free(formula);
   for (int i = 0; i < GROWTH_KINDS; i++) {
      good &= v.posterior[i] >= 0 && v.posterior[i] <= 1 + 1e-9;
      sum += v.posterior[i];
   }
   if (v.growth.kind != GROWTH_UNDECIDED)
      good &= sum < 1 + 1e-9 && v.confidence >= .4 &&
              v.confidence == v.posterior[v.growth.kind] &&
              v.runner_up.kind != v.growth.kind && v.curve.count > 0;
   if (v.has_exponent)
      good &= v.exponent_lo <= v.exponent && v.exponent <= v.exponent_hi;
   /* The exponent has a say in what is sure. */
   if (v.has_exponent && v.confidence >= .9 &&
       v.growth.kind != GROWTH_EXPONENTIAL) {
      double slope = log2(growth_at(v.growth, v.size_max) /
                          growth_at(v.growth, v.size_max / 2));

      good &= slope > v.exponent_lo - .3 && slope < v.exponent_hi + .3;
   }
   if (curve_predict(&v, 10 * v.size_max, &mean, &low, &high))
      good &= low <= mean && mean <= high && isfinite(high);
   return good;
}

static bool gives(size_t count, growth_kind kind)
{
   infer(points, count, SIZE_OF_ANY, &v);
   return is_sane() && v.growth.kind == kind;
}

static void set_point(size_t i, double size, double cost)
{
   points[i] = (verdict_point){ size, cost, 1 };
}

static void test_extremes(void)
{
   case_result(gives(0, GROWTH_UNDECIDED), "limits: no points");
   for (int i = 0; i < 64; i++)
      set_point(i, exp2(i), 5 * exp2(i) + 3);
   case_result(gives(64, GROWTH_LINEAR), "limits: sizes up to 2^63");
   for (int i = 0; i < 40; i++)
      set_point(i, 10 * (i + 1), 1e30);
   case_result(gives(40, GROWTH_CONSTANT), "limits: costs of 1e30");
   for (int i = 0; i < 40; i++)
      set_point(i, 10 * (i + 1), 1e27 * pow(i + 1, 2));
   case_result(gives(40, GROWTH_QUADRATIC), "limits: costs up to 1e30");
   for (int i = 0; i < 40; i++)
      set_point(i, 10 * (i + 1), 0);
   case_result(gives(40, GROWTH_CONSTANT), "limits: costs of 0");
   for (int i = 0; i < 40; i++)
      set_point(i, 10 * (i + 1), 1e-9 * (i + 1));
   case_result(gives(40, GROWTH_LINEAR), "limits: costs in seconds");
   for (int i = 0; i < MANY; i++)
      set_point(i, i, 3. * i + 7);
   case_result(gives(MANY, GROWTH_LINEAR) && v.sizes == MANY - 1,
               "limits: 100,000 sizes, 0 left out");
   for (int i = 0; i < 12; i++)
      set_point(i, i + 1, exp2(8 * i));
   case_result(gives(12, GROWTH_EXPONENTIAL), "limits: 256^n");
}

/* Exact costs, n up to 1,000 and a square beyond, up to `most`. */
static void two_exact_regimes(double most)
{
   enum { LEFT = 30, RIGHT = 20 };

   for (int i = 0; i < LEFT; i++) {
      double n = floor(30 * pow(33, i / (LEFT - 1.)));

      set_point(i, n, 4 * n);
   }
   for (int i = 0; i < RIGHT; i++) {
      double n = floor(1050 * pow(most / 1050, i / (RIGHT - 1.)));

      set_point(LEFT + i, n, n * n / 40);
   }
   infer(points, LEFT + RIGHT, SIZE_OF_ANY, &v);
}

/* A class that a few large sizes have comes with a warning. */
static void test_short_regime(void)
{
   const unsigned both = WARN_TWO_REGIMES | WARN_SHORT_REGIME;

   two_exact_regimes(30000);
   case_result((v.warnings & both) == WARN_TWO_REGIMES && is_sane() &&
               v.growth.kind == GROWTH_QUADRATIC && v.confidence >= .9,
               "limits: a long regime is sure of its class");
   two_exact_regimes(2500);
   case_result((v.warnings & both) == both && is_sane() &&
               v.growth.kind == GROWTH_QUADRATIC,
               "limits: a short regime has a warning");
}

/* Powers beyond all classes: the nearest one is not sure. */
static void test_steepest(void)
{
   for (int i = 0; i < 40; i++)
      set_point(i, 10 * (i + 1), 3e-3 * pow(i + 1, 4.49));
   infer(points, 40, SIZE_OF_ANY, &v);
   case_result(is_sane() && v.growth.kind != GROWTH_UNDECIDED &&
               v.exponent > 4.3 && v.confidence < .9,
               "limits: a class that is not what the exponent says is not "
               "sure");
}

/* Any input gives a consistent verdict, and the same one when repeated. */
static void test_noise_of_all_kinds(void)
{
   int bad = 0, different = 0;

   random_seed(5);
   for (int trial = 0; trial < 3000; trial++) {
      size_t count = random_below(60);
      double size = 0;
      verdict first;

      for (size_t i = 0; i < count; i++) {
         size += random_below(3) ? random_log(.1, 10) : random_log(1, 1e15);
         set_point(i, size, trial % 3 == 0 ? random_below(7)
                            : random_below(9) == 0 ? 0
                            : random_below(4) ? random_log(1, 1e30)
                            : random_below(5));
      }
      infer(points, count, SIZE_OF_ANY, &v);
      bad += !is_sane();
      first = v;
      memset(&v, 0xff, sizeof v);
      infer(points, count, SIZE_OF_ANY, &v);
      different += memcmp(&first.posterior, &v.posterior, sizeof v.posterior)
                   != 0 || first.warnings != v.warnings;
   }
   case_result(bad == 0, "limits: 3,000 random inputs, %d inconsistent "
               "verdicts", bad);
   case_result(different == 0, "limits: the same answer to the same points");
}

/* ------------------------------------------------------------- prediction */

static double quadratic(double n) { return 5 * n * n + 300 * n; }
static double linearithmic(double n) { return 3 * n * log2(n) + 2 * n; }
static double linear(double n) { return 4 * n + 100; }

static void test_prediction(void)
{
   static double (*const curves[])(double) = {
      quadratic, linearithmic, linear
   };
   int predicted = 0, inside = 0;
   double mean, low, high;

   random_seed(11);
   for (int trial = 0; trial < 300; trial++) {
      double (*curve)(double) = curves[trial % 3];
      double noise = .02 + .1 * (trial % 4) / 3, at, cost;

      for (int i = 0; i < 30; i++) {
         double n = floor(20 * pow(500, i / 29.));

         set_point(i, n, curve(n) * (1 + noise * random_normal()));
      }
      infer(points, 30, SIZE_OF_ANY, &v);
      at = v.size_max * random_log(1, 20);
      cost = curve(at) * (1 + noise * random_normal());
      if (!curve_predict(&v, at, &mean, &low, &high))
         continue;
      predicted++;
      inside += low <= cost && cost <= high;
   }
   case_result(predicted > 250 && inside >= .9 * predicted,
               "prediction: %d of %d costs at up to 20 times the size are in "
               "the 95 %% interval", inside, predicted);

   for (int i = 0; i < 30; i++)
      set_point(i, 10 + 10 * i, linear(10 + 10 * i));
   infer(points, 30, SIZE_OF_ANY, &v);
   case_result(curve_predict(&v, 30000, &mean, &low, &high) &&
               fabs(mean - linear(30000)) < .01 * mean &&
               high < 1.05 * mean && low > .95 * mean,
               "prediction: exact counts give a narrow one");
   case_result(!curve_predict(&v, 300000, &mean, &low, &high),
               "prediction: none for 1,000 times the largest size");
   infer(points, 4, SIZE_OF_ANY, &v);
   case_result(!curve_predict(&v, 100, &mean, &low, &high),
               "prediction: none where the class is undecided");
   case_result(verdict_at_least(&v, (growth){ GROWTH_LINEAR, 0 }) == 0,
               "bounds: nothing is known where the class is undecided");
   infer(points, 30, SIZE_OF_ANY, &v);
   case_result(verdict_at_least(&v, (growth){ GROWTH_LINEAR, 0 }) > .99 &&
               verdict_at_least(&v, (growth){ GROWTH_LINEARITHMIC, 0 }) < .01,
               "bounds: a line is at least O(n) and not O(n log n)");
}

static void test_exponent(void)
{
   int inside = 0, all = 0;
   double widths = 0;

   random_seed(12);
   for (int trial = 0; trial < 200; trial++) {
      double power = random_between(.6, 3), offset = random_log(1, 100);

      for (int i = 0; i < 30; i++) {
         double n = floor(20 * pow(500, i / 29.));

         set_point(i, n, (2 * pow(n, power) + offset) *
                         (1 + .08 * random_normal()));
      }
      infer(points, 30, SIZE_OF_ANY, &v);
      if (!v.has_exponent)
         continue;
      all++;
      inside += v.exponent_lo <= power && power <= v.exponent_hi;
      widths += v.exponent_hi - v.exponent_lo;
   }
   case_result(all > 190 && inside >= .9 * all && widths < .25 * all,
               "exponent: %d of %d are in the 95 %% interval, which is %.2f "
               "wide in the mean", inside, all, widths / all);
}

/* ------------------------------------------------------------------ cells */

static bool is_below_linear(const verdict *of)
{
   return of->growth.kind != GROWTH_UNDECIDED && growth_power(of->growth) < 1;
}

/* Costs that look like a root of the size: no class of cells, which cost at
   least as much as they are read, but one of any other size. */
static void test_cells(void)
{
   enum { SIZES = 30 };
   verdict cells;

   random_seed(7);
   for (int i = 0; i < SIZES; i++) {
      const double n = floor(20 * pow(100, i / (SIZES - 1.)));

      set_point(i, n, 30 * sqrt(n) * (1 + .12 * random_normal()));
   }
   infer(points, SIZES, SIZE_OF_ANY, &v);
   infer(points, SIZES, SIZE_IN_CELLS, &cells);
   case_result(is_below_linear(&v) && v.confidence >= VERDICT_LIKELY,
               "a root of a size of any kind: %.2f", v.confidence);
   case_result(!is_below_linear(&cells) || cells.confidence < v.confidence - .2,
               "a root of the cells is in doubt: %.2f", cells.confidence);

   for (int i = 0; i < SIZES; i++) {
      const double n = floor(20 * pow(100, i / (SIZES - 1.)));

      set_point(i, n, n < 300 ? 3 * n : 900);
   }
   infer(points, SIZES, SIZE_OF_ANY, &v);
   infer(points, SIZES, SIZE_IN_CELLS, &cells);
   case_result(v.growth.kind == GROWTH_CONSTANT &&
               v.confidence >= VERDICT_SURE,
               "costs that end at 900: O(1), %.2f", v.confidence);
   case_result(cells.confidence < VERDICT_SURE,
               "costs of cells that end at 900: not sure, %.2f",
               cells.confidence);
}

/* ------------------------------------------------------------------ speed */

/* The goal is two milliseconds for 100 points on an idle machine; test machines
   are shared. */
static void test_speed(void)
{
   enum { TIMES = 200, SIZES = 100 };
   clock_t start;
   double each;

   random_seed(1);
   for (int i = 0; i < SIZES; i++) {
      double n = floor(10 * pow(1e4, i / (SIZES - 1.))) + i;

      set_point(i, n, linearithmic(n) * (1 + .1 * random_normal()));
   }
   start = clock();
   for (int i = 0; i < TIMES; i++)
      infer(points, SIZES, SIZE_OF_ANY, &v);
   each = 1e3 * (clock() - start) / CLOCKS_PER_SEC / TIMES;
   case_result(each < 8, "speed: 100 points in %.2f ms", each);
}

void test_limits(void)
{
   test_extremes();
   test_short_regime();
   test_steepest();
   test_noise_of_all_kinds();
   test_prediction();
   test_exponent();
   test_cells();
   test_speed();
}
