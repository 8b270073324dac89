/* Single cases that are difficult, and the right answers.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"
#include "infer/curve.h"
#include "infer/describe.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 64

typedef double (*cost_of)(double n);

static verdict_point points[POINTS];
static size_t count;

/* Sizes that are nearly even in the logarithm. */
static void set_sizes(size_t wanted, double from, double to)
{
   double before = 0;

   random_seed(20240 + wanted);
   count = 0;
   for (size_t i = 0; i < wanted; i++) {
      double at = (i + (i > 0 && i + 1 < wanted ? random_between(-.4, .4) : 0))
                  / (wanted - 1);
      double n = floor(from * pow(to / from, at) + .5);

      if (n > before)
         points[count++] = (verdict_point){ n, 0, 1 };
      before = n > before ? n : before;
   }
}

static void set_costs(cost_of f, double noise)
{
   for (size_t i = 0; i < count; i++)
      points[i].cost = fmax(1, f(points[i].size) *
                               (1 + noise * random_normal()));
}

static double lg(double n) { return log2(n); }
static double always_17(double n) { (void)n; return 17; }
static double powers_of_2(double n) { return 5 * exp2(n) + 9; }
static double golden(double n) { return 3 * pow(1.618, n); }
static double minus_7(double n) { return 3 * (n - 7); }
static double merge_exact(double n) { return n * lg(n) - 1.24 * n; }
static double pairs(double n) { return n * (n - 1) / 2; }
static double share_9(double n) { return 100 * n + n * n / 100; }
static double share_1(double n) { return 100 * n + n * n / 1000; }
static double flat_log(double n) { return 1000 + lg(n); }
static double at_64(double n) { return n < 64 ? 9 : n * n / 2; }
static double capped(double n) { return fmin(n, 1000); }
static double at_500(double n)
{
   return n <= 500 ? n * n / 4 : 6 * n * lg(n);
}
static double line_30(double n) { return 7 * n + 30; }
static double line_7(double n) { return 7 * n; }
static double doubling(double n) { return n + exp2(ceil(lg(n))); }
static double bisection(double n) { return 3 * (floor(lg(n)) + 1) + 4; }
static double karatsuba(double n) { return pow(n, 1.585); }
static double strassen(double n) { return pow(n, 2.807); }
static double n_by_log(double n) { return n / lg(n); }
static double log_log(double n) { return n * lg(lg(n)); }
static double log_squared(double n) { return n * lg(n) * lg(n); }
static double falling(double n) { return 1e6 / n + 5; }
static double square(double n) { return n * n; }
static double padded(double n)
{
   double m = exp2(ceil(lg(n)));

   return m * lg(m);
}
static double on_a_hill(double n) { return 1e7 + n * n; }
static double dropping(double n) { return n < 200 ? n * n / 4 : 90; }
static double line_11(double n) { return 4 * n + 11; }
static double line_3(double n) { return 3 * n; }

static verdict v;

static void infer_points(void)
{
   infer(points, count, SIZE_OF_ANY, &v);
}

static void usual(cost_of f, double noise)
{
   set_sizes(40, 8, 20000);
   set_costs(f, noise);
   infer_points();
}

static void ranged(size_t wanted, double from, double to, cost_of f,
                   double noise)
{
   set_sizes(wanted, from, to);
   set_costs(f, noise);
   infer_points();
}

const char *case_text(char buffer[CASE_TEXT], const verdict *w)
{
   char phrase[DESCRIBE_CLASS_SIZE], warnings[DESCRIBE_WARNINGS_SIZE];

   snprintf(buffer, CASE_TEXT, "%s %.3f [%s] %.2f..%.2f",
            describe_class(phrase, w), w->confidence,
            describe_warnings(warnings, w->warnings), w->exponent_lo,
            w->exponent_hi);
   return buffer;
}

static void check(const char *name, bool good)
{
   char text[CASE_TEXT + 128], what[CASE_TEXT];

   snprintf(text, sizeof text, "%s: %s", name, case_text(what, &v));
   case_result(good, "%s", text);
}

static bool is(growth_kind kind) { return v.growth.kind == kind; }
static bool sure(growth_kind kind) { return is(kind) && v.confidence >= .9; }
static bool likely(growth_kind kind)
{
   return is(kind) && v.confidence >= .4;
}
static bool never_sure_but(growth_kind kind)
{
   return is(kind) || v.confidence < .9;
}
static bool warned(unsigned w) { return (v.warnings & w) == w; }
static bool power_near(double k)
{
   return sure(GROWTH_POWER) && fabs(v.growth.power - k) < .04;
}
static bool base_near(double base)
{
   return sure(GROWTH_EXPONENTIAL) &&
          fabs(v.curve.terms[0].base - base) < .01;
}
static bool breaks_near(double n)
{
   return warned(WARN_TWO_REGIMES) && v.break_size >= n &&
          v.break_size < 1.5 * n;
}
static bool either(growth_kind a, growth_kind b)
{
   return (is(a) && (v.confidence >= .7 || v.runner_up.kind == b)) ||
          (is(b) && (v.confidence >= .7 || v.runner_up.kind == a));
}

static void test_one_to_ten(void)
{
   usual(always_17, 0);
   check("1: the same cost always", sure(GROWTH_CONSTANT));
   usual(always_17, .5);
   check("2: constant, half scatter",
         likely(GROWTH_CONSTANT) && warned(WARN_SCATTER));
   ranged(18, 3, 20, powers_of_2, 0);
   check("3: 5*2^n + 9", base_near(2));
   ranged(18, 3, 20, golden, 0);
   check("3: 3*1.618^n", base_near(1.618));
   usual(minus_7, 0);
   check("4: 3(n - 7)", sure(GROWTH_LINEAR));
   usual(merge_exact, 0);
   check("5: n lg n - 1.24 n", sure(GROWTH_LINEARITHMIC));
   ranged(40, 8, 1000, pairs, 0);
   check("6: n(n - 1)/2", sure(GROWTH_QUADRATIC));
   ranged(40, 8, 1000, share_9, 0);
   check("7: 100 n + n^2/100",
         sure(GROWTH_LINEAR) && warned(WARN_TRACE) &&
         v.trace.kind == GROWTH_QUADRATIC);
   ranged(40, 8, 1000, share_1, 0);
   check("8: 100 n + n^2/1000",
         sure(GROWTH_LINEAR) && warned(WARN_TRACE) &&
         v.trace.kind == GROWTH_QUADRATIC);
   usual(flat_log, 0);
   check("9: 1000 + lg n", sure(GROWTH_LOG));
   usual(flat_log, .05);
   check("9: 1000 + lg n with 5 % noise",
         likely(GROWTH_CONSTANT) && never_sure_but(GROWTH_CONSTANT));
   usual(at_64, 0);
   check("10: 9 below 64, then n^2/2",
         sure(GROWTH_QUADRATIC) && breaks_near(64));
}

static void test_eleven_to_twenty(void)
{
   usual(capped, 0);
   check("11: min(n, 1000)", sure(GROWTH_CONSTANT) && breaks_near(1000));
   usual(at_500, 0);
   check("12: n^2/4 to 500, then 6 n lg n",
         sure(GROWTH_LINEARITHMIC) && breaks_near(500));
   set_sizes(40, 8, 20000);
   set_costs(line_30, 0);
   points[17].cost *= 50;
   infer_points();
   check("13: a line, one point x50", sure(GROWTH_LINEAR));
   ranged(3, 8, 20000, line_30, 0);
   check("14: three sizes", is(GROWTH_UNDECIDED) && warned(WARN_FEW_SIZES));
   ranged(20, 100, 145, line_30, 0);
   check("14: sizes from 100 to 145",
         is(GROWTH_UNDECIDED) && warned(WARN_NARROW_RANGE));
   ranged(40, 100, 290, line_7, .05);
   check("15: 7n with 5 % noise, 100 to 290",
         either(GROWTH_LINEAR, GROWTH_LINEARITHMIC) &&
         never_sure_but(GROWTH_LINEAR) && warned(WARN_NARROW_RANGE));
   usual(doubling, 0);
   check("16: a vector that doubles", likely(GROWTH_LINEAR));
   usual(bisection, 0);
   check("17: bisection", sure(GROWTH_LOG));
   usual(karatsuba, 0);
   check("18: n^1.585", power_near(1.585));
   usual(strassen, 0);
   check("18: n^2.807", power_near(2.807));
   usual(n_by_log, 0);
   check("18: n/lg n", power_near(.9) || is(GROWTH_LINEAR));
   usual(log_log, 0);
   check("19: n lg lg n", is(GROWTH_LINEAR) || is(GROWTH_LINEARITHMIC));
   usual(log_squared, 0);
   check("19: n lg^2 n", is(GROWTH_LINEARITHMIC));
   usual(falling, 0);
   check("20: 1e6/n + 5", is(GROWTH_UNDECIDED) && warned(WARN_COST_FALLS));
}

static void test_twenty_one_to_twenty_seven(void)
{
   set_sizes(40, 8, 20000);
   for (size_t i = 0; i < count; i++)
      points[i].cost = random_below(2) ? 12 : 3 * points[i].size;
   infer_points();
   check("21: half the sizes cost 12, half 3n",
         is(GROWTH_UNDECIDED) && warned(WARN_UNEXPLAINED));
   set_sizes(40, 8, 20000);
   for (size_t i = 0; i < count; i++)
      points[i].cost = ceil(random_unit() * 2 * points[i].size);
   infer_points();
   check("22: the place where a search ends",
         is(GROWTH_UNDECIDED) || never_sure_but(GROWTH_LINEAR));
   for (size_t i = 0; i < count; i++) {
      points[i].cost = 0;
      for (int call = 0; call < 16; call++)
         points[i].cost += ceil(random_unit() * 2 * points[i].size) / 16;
   }
   infer_points();
   check("22: the mean of 16 searches", likely(GROWTH_LINEAR));
   ranged(8, 8, 20000, square, .3);
   check("23: n^2 with 30 % noise, 8 sizes", likely(GROWTH_QUADRATIC));
   usual(padded, 0);
   check("24: padded to powers of two", likely(GROWTH_LINEARITHMIC));
   usual(on_a_hill, .05);
   check("25: 1e7 + n^2 with 5 % noise",
         is(GROWTH_QUADRATIC) && v.confidence >= VERDICT_LIKELY);
   ranged(5, 8, 20000, line_11, 0);
   check("26: five exact points",
         sure(GROWTH_LINEAR) && warned(WARN_FEW_SIZES));
   set_sizes(40, 8, 20000);
   set_costs(line_3, 0);
   points[count - 1].cost *= 30;
   infer_points();
   check("27: 3n, the last one x30",
         is(GROWTH_LINEAR) && warned(WARN_LARGEST_OFF));
}

/* One step for each byte, and a table: the more bytes, the more of its 256
   cells are read, which cost nothing. */
static void test_table(void)
{
   count = 0;
   for (double bytes = 70; bytes < 31000; bytes *= 1.25) {
      double table = 256 * (1 - pow(255 / 256., bytes));

      points[count++] = (verdict_point){ floor(bytes / 4 + table),
                                       2 * floor(bytes) + 5, 1 };
   }
   infer_points();
   check("30: n beyond a table of 256 cells", sure(GROWTH_LINEAR));
}

static double sorting(double n) { return floor(5 * n * lg(n) + 3 * n + 20); }
static double small_square(double n) { return 18 * n + floor(n * n / 16) + 20; }
static double root(double n) { return floor(7 * n * sqrt(n)) + 12; }

/* Sizes with a number of cells that cost nothing. */
static void beside(double cells, cost_of f, double noise)
{
   count = 0;
   random_seed(31);
   for (double n = 10; n < 2000; n = floor(n * 1.2) + 1)
      points[count++] = (verdict_point){
         n + cells, f(n) * (1 + noise * random_normal()), 1
      };
   infer_points();
}

static void test_beside(void)
{
   static const double cells[] = { 5, 16, 48, 64, 128, 256, 500 };
   char *formula;

   for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
      beside(cells[i], sorting, 0);
      check("31: 5 n lg n beside cells that cost nothing",
            sure(GROWTH_LINEARITHMIC) && v.exponent_lo > 1.05);
      beside(cells[i], small_square, 0);
      check("31: n^2/16 beside cells that cost nothing",
            sure(GROWTH_QUADRATIC));
      beside(cells[i], root, 0);
      check("31: n^1.5 beside cells that cost nothing", sure(GROWTH_N15));
      beside(cells[i], line_11, 0);
      check("31: a line beside cells that cost nothing", sure(GROWTH_LINEAR));
      beside(cells[i], sorting, .02);
      check("31: 5 n lg n, with 2 % noise",
            never_sure_but(GROWTH_LINEARITHMIC));
      beside(cells[i], small_square, .02);
      check("31: n^2/16, with 2 % noise", never_sure_but(GROWTH_QUADRATIC));
      beside(cells[i], line_11, .02);
      check("31: a line, with 2 % noise", never_sure_but(GROWTH_LINEAR));
   }
   beside(64, sorting, 0);
   check("31: the number of these cells", fabs(v.curve.offset - 64) < .5 &&
         fabs(curve_at(&v.curve, 64 + 1024) / sorting(1024) - 1) < .001);
   formula = describe_formula(&v);
   check("31: the formula", strstr(formula, "(n - 64.0") &&
         strstr(formula, ") log (n - 64.0"));
   free(formula);
}

/* Sizes in pairs, or in threes, far from each other, on a line. */
static void test_pairs(void)
{
   static const double sizes[] = { 30, 94, 300, 949, 3000 };
   const size_t pairs = sizeof sizes / sizeof *sizes;

   count = 0;
   for (size_t i = 0; i < pairs; i++)
      for (int more = 0; more < 2; more++)
         points[count++] = (verdict_point){
            sizes[i] + more, sizes[i] + (i + more) % 3, 1
         };
   infer_points();
   check("32: sizes n and n + 1, a line", sure(GROWTH_LINEAR));

   for (int together = 2; together <= 3; together++) {
      count = 0;
      for (size_t i = 0; i < pairs; i++)
         for (int more = 0; more < together; more++) {
            const double n = sizes[i] + more;

            points[count++] = (verdict_point){ n * n, 2 * n * n + n, 1 };
         }
      infer_points();
      check("33: matrices of neighbouring sizes", sure(GROWTH_LINEAR));
   }
}

static void test_drop(void)
{
   usual(dropping, .03);
   check("29: n^2/4 below 200, then 90",
         likely(GROWTH_CONSTANT) && breaks_near(200) &&
         !warned(WARN_COST_FALLS));
}

/* Each element takes a slow path, which costs 500, with probability 1/1024. */
static void test_slow_path(void)
{
   int wrong = 0, warnings = 0;

   for (int seed = 1; seed <= 20; seed++) {
      set_sizes(40, 8, 20000);
      random_seed(seed);
      for (size_t i = 0; i < count; i++) {
         points[i].cost = points[i].size;
         for (double k = 0; k < points[i].size; k++)
            if (random_below(1024) == 0)
               points[i].cost += 500;
      }
      infer_points();
      wrong += !never_sure_but(GROWTH_LINEAR);
      warnings += warned(WARN_SCATTER_CHANGES);
      if (seed <= 5 || !never_sure_but(GROWTH_LINEAR))
         check("28: a rare slow path",
               (is(GROWTH_UNDECIDED) || is(GROWTH_LINEAR) ||
                is(GROWTH_LINEARITHMIC)) && never_sure_but(GROWTH_LINEAR));
   }
   case_result(wrong == 0, "28: never sure of a wrong class");
   case_result(warnings >= 18, "28: warns that the scatter changes");
}

/* Calls of a recursion: of branches that each have one call of their own. */

static double hanoi(double n) { return exp2(n) - 1; }
static double ternary(double n) { return (pow(3, n) - 1) / 2; }
static double factorial(double n) { return tgamma(n + 1); }
static double fibonacci(double n)
{
   double a = 1, b = 1;

   for (; n > 1; n--) {
      const double next = a + b;

      a = b;
      b = next;
   }
   return 7 * b - 5;
}
static double orders(double n)
{
   return n < 1 ? 1 : n * orders(n - 1) + 1;
}
/* Of the argument 3. */
static double ackermann(double n)
{
   return (128 * pow(4, n) - 120 * exp2(n) + 9 * n + 37) / 3;
}
static double fourth(double n) { return pow(n, 4); }
static double cube_less(double n) { return n * (n - 1) * (n - 2) / 6 + 1; }
static double square_late(double n)
{
   return n < 6 ? 20 : 20 + 15 * (n - 5) * (n - 5);
}

static void each(double from, double to, cost_of f, double noise)
{
   count = 0;
   for (double n = from; n <= to; n++)
      points[count++] = (verdict_point){ n, 0, 1 };
   random_seed((unsigned)to);
   set_costs(f, noise);
   infer_points();
}

static bool has_formula(const char *formula)
{
   char *found = describe_formula(&v);
   const bool is = strcmp(found, formula) == 0;

   free(found);
   return is;
}

static void test_exponentials(void)
{
   static const struct { const char *name; cost_of f; double to; } powers[] = {
      { "40: n^4", fourth, 12 }, { "40: n over 3", cube_less, 12 },
      { "40: n^2 from 6 on", square_late, 12 }, { "40: n^2", square, 10 },
   };

   each(1, 8, hanoi, 0);
   check("34: 2^n - 1, 8 sizes",
         sure(GROWTH_EXPONENTIAL) && has_formula("2^n - 1"));
   each(1, 15, hanoi, 0);
   check("34: 2^n - 1", sure(GROWTH_EXPONENTIAL) && has_formula("2^n - 1"));
   each(1, 14, ternary, 0);
   check("35: (3^n - 1) / 2",
         sure(GROWTH_EXPONENTIAL) && has_formula("0.5 3^n - 0.5"));
   each(1, 12, fibonacci, 0);
   check("36: calls of Fibonacci's numbers, 12 sizes",
         is(GROWTH_EXPONENTIAL) && v.confidence >= VERDICT_LIKELY);
   each(1, 20, fibonacci, 0);
   check("36: calls of Fibonacci's numbers", base_near(1.618));
   check("36: ... do not scatter", v.scatter < .05);
   each(1, 10, factorial, 0);
   check("37: n!", sure(GROWTH_EXPONENTIAL) && has_formula("n!"));
   each(1, 10, orders, 0);
   check("37: n! with all steps before it",
         sure(GROWTH_EXPONENTIAL) && v.curve.terms[0].term.power > 0);
   each(1, 8, ackermann, 0);
   check("38: 4^n less 2^n", sure(GROWTH_EXPONENTIAL));
   each(1, 15, hanoi, .1);
   check("39: 2^n - 1 with 10 % noise", sure(GROWTH_EXPONENTIAL));
   for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
      for (double noise = 0; noise < .2; noise += .05) {
         each(1, powers[i].to, powers[i].f, noise);
         check(powers[i].name, !is(GROWTH_EXPONENTIAL) ||
                               v.confidence < VERDICT_LIKELY);
      }
}

void test_tricky(void)
{
   test_exponentials();
   test_one_to_ten();
   test_eleven_to_twenty();
   test_twenty_one_to_twenty_seven();
   test_drop();
   test_table();
   test_beside();
   test_pairs();
   test_slow_path();
}
