/* By which factor routines have more work on more data: by points of single runs,
   around a recursion, and where calls are inlined.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "assess/run_growth.h"
#include "assess/scaling.h"
#include "profile/read.h"

#include <math.h>
#include <stdbool.h>

#define assert_near(value, expected, error) \
   assert_true(fabs((value) - (expected)) <= (error) * (expected))

/* --- points of single runs --- */

/* Set points of sizes 100, 200, 400 and so on that cost a power of them. */
static void set_points(verdict_point *points, size_t count, double power)
{
   for (size_t i = 0; i < count; i++) {
      const double size = ldexp(100, (int)i);

      points[i] = (verdict_point){ size, 7 * pow(size, power), 1 };
   }
}

static void many_runs_go_on_by_their_curve(void **state)
{
   verdict_point points[8];
   run_prediction p;

   (void)state;
   set_points(points, COUNT(points), 2);
   assert_true(run_growth_of_points(points, COUNT(points), 10, &p));
   assert_int_equal(p.class.kind, GROWTH_QUADRATIC);
   assert_near(p.factor, 100, .01);
   assert_true(p.low <= p.factor && p.factor <= p.high);
}

static void few_runs_go_on_by_their_power(void **state)
{
   verdict_point points[3];
   run_prediction p;

   (void)state;
   set_points(points, COUNT(points), 1.5);
   assert_true(run_growth_of_points(points, COUNT(points), 10, &p));
   assert_int_equal(p.class.kind, GROWTH_UNDECIDED);
   assert_near(p.factor, pow(10, 1.5), .001);
   /* Slopes of 1.3 and 1.7: the interval has both. */
   points[1].cost = points[0].cost * pow(2, 1.3);
   assert_true(run_growth_of_points(points, COUNT(points), 10, &p));
   assert_near(p.factor, pow(10, 1.5), .001);
   assert_near(p.low, pow(10, 1.3), .001);
   assert_near(p.high, pow(10, 1.7), .001);
   /* Of 1.2 and 1.8: they do not agree. */
   points[1].cost = points[0].cost * pow(2, 1.2);
   assert_false(run_growth_of_points(points, COUNT(points), 10, &p));
}

static void runs_that_do_not_tell(void **state)
{
   verdict_point points[3];
   run_prediction p;

   (void)state;
   set_points(points, COUNT(points), 2);
   assert_false(run_growth_of_points(points, 2, 10, &p));
   assert_false(run_growth_of_points(points, 0, 10, &p));
   /* More than a hundred times the largest input is too far. */
   assert_true(run_growth_of_points(points, COUNT(points), 100, &p));
   assert_false(run_growth_of_points(points, COUNT(points), 101, &p));
   /* All within a factor of two. */
   points[1].size = 120;
   points[2].size = 190;
   assert_false(run_growth_of_points(points, COUNT(points), 10, &p));
   points[0].size = 0;
   assert_false(run_growth_of_points(points, COUNT(points), 10, &p));
}

/* --- a profile of one run --- */

typedef struct {
   char *text;
   size_t length, lines;
   FILE *to;
} profile_text;

static void put(profile_text *t, const char *line)
{
   fprintf(t->to, "%s\n", line);
   t->lines++;
}

static void begin(profile_text *t, const char *const *names, size_t count)
{
   static const char *const head[] = {
      "aprof-profile\t1", "creator\t1.0\t3.19.0", "cell-size\t4", "cost\tbb",
      "threads\tfolded", "run\tcomplete\t\t1\t1700000000\t1700000009\t1\t/bin/it",
      "total\t100000000\t100\t0\t0\t0\t0\t0", "obj\t1\t/bin/it\taa",
   };

   t->lines = 0;
   t->to = open_memstream(&t->text, &t->length);
   assert_non_null(t->to);
   for (size_t i = 0; i < COUNT(head); i++)
      put(t, head[i]);
   for (size_t i = 0; i < count; i++) {
      fprintf(t->to, "fn\t%zu\t1\t0x%zx0\t%s\t/src/a.c\t%zu\n", i + 1, i + 1, names[i],
              i + 1);
      t->lines++;
   }
}

static void begin_points(profile_text *t, size_t routine, size_t count)
{
   fprintf(t->to, "prof\t%zu\tall\ntable\ttrms\t%zu\n", routine, count);
   t->lines += 2;
}

/* Put the point of one activation. */
static void put_point(profile_text *t, size_t size, double cost, double self)
{
   fprintf(t->to, "t\t%zu\tc\t1\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f"
           "\t%zu\t%zu\t%zu\t0\t0\n", size, cost, cost, cost, cost * cost, self, self,
           self, self * self, cost, size, size, size);
   t->lines++;
}

static void end_points(profile_text *t)
{
   put(t, "same\text\ttrms");
   put(t, "same\trms\ttrms");
}

static model *read_profile(profile_text *t)
{
   model *m;

   fprintf(t->to, "end\t%zu\n", t->lines);
   assert_int_equal(fclose(t->to), 0);
   m = profile_read_text("profile", t->text, t->length);
   assert_non_null(m);
   free(t->text);
   return m;
}

/* What a routine that calls itself does on n cells costs n^2 with all that it calls,
   and n of its own: the verdict of the recursion tells. */
static void recursions_grow_as_a_whole(void **state)
{
   static const char *const names[] = { "divide" };
   profile_text t;
   scaling *work;
   model *m;

   (void)state;
   begin(&t, names, COUNT(names));
   begin_points(&t, 1, 30);
   for (size_t n = 100; n <= 3000; n += 100)
      put_point(&t, n, (double)(n * n), (double)n);
   end_points(&t);
   put(&t, "edge\t1\t1\t29\t50000000\t0");
   m = read_profile(&t);
   work = scaling_find(m, 10);
   assert_int_equal(work[0].basis, SCALING_VERDICT);
   assert_near(work[0].factor, 100, .02);
   assert_true(work[0].low <= work[0].factor && work[0].factor <= work[0].high);
   free(work);
   model_free(m);
}

/* Return how a routine grows whose own cost is 1,050,000 on each of 30 inputs, and in
   which a square is three times as much; inlined: whether that is inlined. */
static scaling growth_of_host(bool inlined)
{
   static const char *const names[] = { "square", "host" };
   const double own = 1050000;
   profile_text t;
   scaling *work, host;
   model *m;

   begin(&t, names, COUNT(names));
   begin_points(&t, 1, 30);
   for (size_t n = 100; n <= 3000; n += 100)
      put_point(&t, n, (double)(n * n), (double)(n * n));
   end_points(&t);
   begin_points(&t, 2, 30);
   for (size_t n = 100; n <= 3000; n += 100)
      put_point(&t, n, (double)(n * n) + own, own);
   end_points(&t);
   put(&t, "edge\t2\t1\t30\t94550000\t94550000");
   if (inlined)
      put(&t, "x-sum-inlined\t2\t5\t30\t94550000");
   m = read_profile(&t);
   work = scaling_find(m, 10);
   assert_near(work[0].factor, 100, .01);
   host = work[1];
   free(work);
   model_free(m);
   return host;
}

/* The work of an inlined call is that of its caller. */
static void inlined_calls_count_for_their_caller(void **state)
{
   (void)state;
   assert_near(growth_of_host(false).factor, 1, .001);
   /* (31.5 * 1 + 94.55 * 100) / (31.5 + 94.55) */
   assert_near(growth_of_host(true).factor, 75.26, .01);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_runs_go_on_by_their_curve),
      cmocka_unit_test(few_runs_go_on_by_their_power),
      cmocka_unit_test(runs_that_do_not_tell),
      cmocka_unit_test(recursions_grow_as_a_whole),
      cmocka_unit_test(inlined_calls_count_for_their_caller),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
