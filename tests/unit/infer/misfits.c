/* Points as programs give them that follow no model.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "misfits.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static void start(draw *d)
{
   d->count = 0;
}

static void add(draw *d, double size, double cost, double noise)
{
   if (d->count < DRAW_MAX)
      d->points[d->count++] = (verdict_point){
         fmax(1, floor(size + .5)),
         fmax(1, floor(cost * (1 + noise * random_normal()) + .5)), 1
      };
}

static int by_size(const void *a, const void *b)
{
   const verdict_point *x = a, *y = b;

   return (x->size > y->size) - (x->size < y->size);
}

/* Sort, and keep the highest cost at each size. */
static void finish(draw *d)
{
   size_t kept = 0;

   qsort(d->points, d->count, sizeof *d->points, by_size);
   for (size_t i = 0; i < d->count; i++)
      if (kept > 0 && d->points[kept - 1].size == d->points[i].size)
         d->points[kept - 1].cost = fmax(d->points[kept - 1].cost,
                                         d->points[i].cost);
      else
         d->points[kept++] = d->points[i];
   d->count = kept;
}

/* Three to five groups of sizes, each with a level of its own; within a group
   costs are constant, or grow slowly.  The last group may be one size. */
static void make_groups(draw *d)
{
   const int groups = 3 + random_below(3);
   const double noise = random_log(.003, .06);
   double at = random_log(6, 200), level = random_log(10, 500);

   start(d);
   for (int g = 0; g < groups; g++) {
      const bool is_single = g == groups - 1 && random_below(2);
      const int sizes = is_single ? 1 : 1 + random_below(20);
      const double width = random_log(1.03, 1.4);
      const double slope = .5 * random_below(3), step = random_log(2.6, 20);

      for (int i = 0; i < sizes; i++) {
         const double ratio = pow(width, random_unit());

         add(d, at * ratio, level * pow(ratio, slope), noise);
      }
      level *= pow(step, random_between(.3, 3.5));
      at *= step * width;
   }
   finish(d);
}

/* A line, and one to three sizes far beyond it that cost more. */
static void make_far(draw *d)
{
   const int sizes = 8 + random_below(50), far = 1 + random_below(3);
   const double from = random_log(8, 100), range = random_log(3, 12);
   const double noise = random_log(.003, .08), slope = random_log(1, 20);
   const double constant = random_below(2) * random_log(1, 100);
   double n = from * range, level = slope * n + constant;

   start(d);
   for (int i = 0; i < sizes; i++) {
      const double size = from * pow(range, random_unit());

      add(d, size, slope * size + constant, noise);
   }
   for (int i = 0; i < far; i++) {
      const double step = i == 0 ? random_log(3, 40) : random_log(1.3, 5);

      n *= step;
      level *= pow(step, random_between(1.3, 2.6));
      add(d, n, level, 0);
   }
   finish(d);
}

/* A line beyond a table that every call reads; some calls return early, with a
   part of the table. */
static void make_early(draw *d)
{
   const double table = random_log(50, 2000), slope = random_log(2, 40);
   const double noise = random_log(.01, .06), most = random_between(.5, 2);
   const int sizes = 10 + random_below(100), early = 4 + random_below(15);

   start(d);
   for (int i = 0; i < early; i++)
      add(d, table * random_between(.35, .75),
          slope * table * random_between(.02, .04), 0);
   for (int i = 0; i < sizes; i++) {
      const double n = table * random_between(.25, most);

      add(d, table + n, slope * n, noise);
   }
   finish(d);
}

/* A line that ends, within the range or not. */
static void make_saturated(draw *d)
{
   const double end = random_log(40, 1500), slope = random_log(2, 40);
   const double noise = random_log(.01, .2);
   const int sizes = 20 + random_below(100);

   start(d);
   for (int i = 0; i < sizes; i++) {
      const double n = end * 1.33 *
                       random_log(.06, random_below(10) < 3 ? 1.5 : 1);

      add(d, n, slope * fmin(n, end), noise);
   }
   finish(d);
}

/* A line whose slope changes once or twice by up to a quarter, with a step or
   without: a copy that changes its method. */
static void make_steps(draw *d)
{
   const double from = random_log(4, 100), decades = random_between(1.2, 3.5);
   const double noise = random_below(2) ? 0 : random_log(.001, .01);
   const double slope = random_log(3, 40);
   const double constant = slope * random_log(1, 100);
   const double first = from * pow(10, decades * random_between(.3, .9));
   const double second = from * pow(10, decades * random_between(.3, .9));
   const double more = random_log(1.01, 1.25) - 1;
   const double even_more = random_below(2) * (random_log(1.01, 1.1) - 1);
   const bool has_step = random_below(2);
   const int sizes = 9 + random_below(40);

   start(d);
   for (int i = 0; i < sizes; i++) {
      const double at = (i + random_between(-.3, .3)) / (sizes - 1);
      const double n = from * pow(10, decades * at);
      double cost = slope * n + constant;

      if (n > first)
         cost += more * slope * (has_step ? n : n - first);
      if (n > second)
         cost += even_more * slope * n;
      add(d, n, cost, noise);
   }
   finish(d);
}

/* A line beside cells of memory that is taken by doubling. */
static void make_doubling(draw *d)
{
   const double from = random_log(4, 60), decades = random_between(1.2, 3.5);
   const double noise = random_log(.002, .03), slope = random_log(3, 40);
   const double part = random_log(.02, .8);
   const int sizes = 9 + random_below(40);

   start(d);
   for (int i = 0; i < sizes; i++) {
      const double at = (i + random_between(-.3, .3)) / (sizes - 1);
      const double n = from * pow(10, decades * at);
      const double beside = part * exp2(floor(log2(n))) *
                            random_between(.3, 1);

      add(d, n + .3 * beside + 10 * random_unit(),
          slope * (n + .5 * beside), noise);
   }
   finish(d);
}

/* Each size takes one of two paths: n, or n and a square. */
static void make_two_paths(draw *d)
{
   const double from = random_log(8, 60), decades = random_between(.8, 2.5);
   const double slope = random_log(1, 20), often = random_between(.2, .8);
   const double square = slope * random_log(2, 50) /
                         (from * pow(10, decades));
   const int sizes = 10 + random_below(60);

   start(d);
   for (int i = 0; i < sizes; i++) {
      const double n = from * pow(10, decades * random_unit());

      add(d, n, slope * n + (random_unit() < often ? 0 : square * n * n), 0);
   }
   finish(d);
}

/* A square with lower terms, n less or n^1.5 less: filling bins. */
static void make_square(draw *d)
{
   const double from = random_log(4, 60), decades = random_between(1, 2.5);
   const double noise = random_below(2) ? 0 : random_log(.001, .03);
   const double lead = random_log(.5, 20);
   const double linear = lead * from * random_log(.1, 30);
   const double less = random_below(2) * lead * random_between(.1, .9) *
                       sqrt(from);
   const int sizes = 9 + random_below(40);

   start(d);
   for (int i = 0; i < sizes; i++) {
      const double at = (i + random_between(-.3, .3)) / (sizes - 1);
      const double n = from * pow(10, decades * at);

      add(d, n, lead * n * n + linear * n - less * n * sqrt(n), noise);
   }
   finish(d);
}

/* Five or six sizes that scatter. */
static void make_few(draw *d)
{
   const int sizes = 5 + random_below(2);
   const double from = random_log(4, 60), range = random_log(3, 2000);
   const double power = random_between(0, 1.3), factor = random_log(1, 30);
   const double scatter = random_between(.3, .8);

   start(d);
   for (int i = 0; i < sizes; i++) {
      const double n = from * pow(range, random_unit());

      add(d, n, factor * pow(n, power) * exp(scatter * random_normal()), 0);
   }
   finish(d);
}

#define NONE GROWTH_UNDECIDED
#define ONLY(kind) { kind, kind, kind }
const misfit misfits[MISFITS] = {
   { "few groups", ONLY(NONE), make_groups },
   { "far points", ONLY(NONE), make_far },
   { "early returns", { GROWTH_LINEAR, NONE, NONE }, make_early },
   { "saturated", { GROWTH_LINEAR, GROWTH_CONSTANT, NONE }, make_saturated },
   { "line with steps", ONLY(GROWTH_LINEAR), make_steps },
   { "line, doubling cells", ONLY(GROWTH_LINEAR), make_doubling },
   { "two paths", { GROWTH_QUADRATIC, NONE, NONE }, make_two_paths },
   { "square, lower terms", ONLY(GROWTH_QUADRATIC), make_square },
   { "five or six sizes", ONLY(NONE), make_few },
};

bool misfit_is_right(const misfit *m, growth g)
{
   for (int i = 0; i < MISFIT_ANSWERS; i++)
      if (g.kind == m->right[i])
         return true;
   return false;
}
