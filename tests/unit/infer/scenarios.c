/* Points whose class is known, drawn at random.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "scenarios.h"
#include "random.h"

#include <math.h>

const growth_kind scenario_classes[GROWTH_KINDS - 1] = {
   GROWTH_CONSTANT, GROWTH_LOG, GROWTH_LINEAR, GROWTH_LINEARITHMIC,
   GROWTH_QUADRATIC, GROWTH_CUBIC,
   GROWTH_SQRT, GROWTH_N15, GROWTH_QUADRATIC_LOG, GROWTH_EXPONENTIAL,
};

/* ------------------------------------------------------------------ sizes */

typedef enum { EVEN, RAGGED, JITTERED, POWERS, LINEAR_STEPS } spacing;

static int by_size(const verdict_point *a, const verdict_point *b)
{
   return (a->size > b->size) - (a->size < b->size);
}

/* Sort, and drop repeated sizes. */
static void tidy(draw *d)
{
   size_t kept = 0;

   for (size_t i = 1; i < d->count; i++)
      for (size_t k = i; k > 0; k--)
         if (by_size(&d->points[k - 1], &d->points[k]) > 0) {
            verdict_point p = d->points[k];

            d->points[k] = d->points[k - 1];
            d->points[k - 1] = p;
         }
   for (size_t i = 0; i < d->count; i++)
      if (kept == 0 || d->points[i].size > d->points[kept - 1].size)
         d->points[kept++] = d->points[i];
   d->count = kept;
}

static void set_sizes(draw *d, spacing how, size_t count, double from,
                      double decades)
{
   double to = from * pow(10, decades);

   d->count = count;
   for (size_t i = 0; i < count; i++) {
      double at = (double)i / (count - 1), n;

      if (how == RAGGED && i > 0 && i + 1 < count)
         at = random_unit();
      if (how == JITTERED && i > 0 && i + 1 < count)
         at += random_between(-.4, .4) / (count - 1);
      n = how == LINEAR_STEPS ? from + (to - from) * at
                              : from * pow(to / from, at);
      if (how == POWERS)
         n = exp2(floor(log2(n) + .5));
      d->points[i] = (verdict_point){ floor(n + .5), 0, 1 };
   }
   tidy(d);
}

/* ----------------------------------------------------------------- curves */

/* Set the lower terms that a class may have.  Return their number. */
static int lower_terms(growth_kind kind, growth_kind terms[3])
{
   switch (kind) {
   case GROWTH_LOG: case GROWTH_SQRT: case GROWTH_LINEAR:
      terms[0] = GROWTH_CONSTANT;
      return 1;
   case GROWTH_LINEARITHMIC: case GROWTH_N15: case GROWTH_QUADRATIC:
      terms[0] = GROWTH_CONSTANT;
      terms[1] = GROWTH_LINEAR;
      return 2;
   case GROWTH_QUADRATIC_LOG: case GROWTH_CUBIC:
      terms[0] = GROWTH_CONSTANT;
      terms[1] = GROWTH_LINEAR;
      terms[2] = GROWTH_QUADRATIC;
      return 3;
   case GROWTH_EXPONENTIAL:
      terms[0] = GROWTH_CONSTANT;
      return 1;
   default:
      return 0;
   }
}

typedef struct {
   int count;
   growth_kind terms[4];
   double coefficients[4];
   double base;
} curve;

static double drawn_cost(const curve *c, double n)
{
   double sum = 0;

   for (int i = 0; i < c->count; i++)
      sum += c->coefficients[i] *
             (c->terms[i] == GROWTH_EXPONENTIAL
                 ? pow(c->base, n) : growth_at((growth){ c->terms[i], 0 }, n));
   return sum;
}

static double term_at(const curve *c, int i, double n)
{
   return c->terms[i] == GROWTH_EXPONENTIAL
             ? pow(c->base, n) : growth_at((growth){ c->terms[i], 0 }, n);
}

typedef enum {
   LEAD_ONLY, OFFSET_SMALL, OFFSET_BY_SCALE, LOWER_WHOLE, LOWER_BY_SHARE,
   LOWER_LOOSE,
} coefficients;

static void set_curve(curve *c, growth_kind kind, const draw *d,
                      coefficients how)
{
   double from = d->points[0].size, to = d->points[d->count - 1].size;
   growth_kind lower[3];
   int count = lower_terms(kind, lower);
   double lead = how == LOWER_WHOLE ? 1 + random_below(9) : random_log(1, 50);

   c->base = random_log(1.3, 2.2);
   c->count = 1;
   c->terms[0] = kind;
   c->coefficients[0] = lead;
   if (kind == GROWTH_CONSTANT) {
      c->coefficients[0] = floor(random_log(3, 3000));
      return;
   }
   if (how == OFFSET_SMALL || how == OFFSET_BY_SCALE)
      count = 1;
   for (int i = 0; i < count && how != LEAD_ONLY; i++) {
      double coefficient = 0, scale;

      c->terms[c->count] = lower[i];
      c->coefficients[c->count] = 1;
      scale = term_at(c, c->count, to);
      if (how == OFFSET_SMALL)
         coefficient = random_between(0, 100);
      else if (how == OFFSET_BY_SCALE)   /* up to where the range's middle is */
         coefficient = lead * term_at(c, 0, sqrt(from * to)) *
                       random_log(.02, kind == GROWTH_LOG ? 5 : 1);
      else if (how == LOWER_WHOLE)
         coefficient = random_below(lower[i] == GROWTH_CONSTANT ? 60 : 12);
      else if (how == LOWER_BY_SHARE)
         coefficient = lead * term_at(c, 0, to) / scale *
                       random_between(0, .6) / count;
      else
         coefficient = lead * random_log(.1, 10);
      c->coefficients[c->count++] = coefficient;
   }
}

/* ------------------------------------------------------------------ noise */

typedef enum { NORMAL, LOG_NORMAL, UNIFORM, LAPLACE, ONE_SIDED } noise;

/* A factor with a relative standard deviation of about `size`. */
static double noise_factor(noise how, double size)
{
   double sign;

   switch (how) {
   case NORMAL:
      return fmax(.05, 1 + size * random_normal());
   case LOG_NORMAL:
      return exp(size * random_normal());
   case UNIFORM:
      return 1 + size * sqrt(3) * random_between(-1, 1);
   case LAPLACE:
      sign = random_below(2) ? 1 : -1;
      return fmax(.05, 1 - sign * size / sqrt(2) * log(1 - random_unit()));
   default:
      return 1 - size * log(1 - random_unit());
   }
}

static void set_costs(draw *d, const curve *c, noise how, double size,
                      bool is_whole)
{
   for (size_t i = 0; i < d->count; i++) {
      double cost = drawn_cost(c, d->points[i].size);

      if (size > 0)
         cost *= noise_factor(how, size);
      d->points[i].cost = is_whole ? fmax(1, floor(cost + .5)) : cost;
   }
}

/* -------------------------------------------------------------- scenarios */

/* The range stays the same for all classes, because it decides how well classes
   are distinguished, although no program has cubic costs of huge sizes. */
static void set_range(draw *d, growth_kind kind, spacing how, size_t count,
                      double from, double decades)
{
   if (kind == GROWTH_EXPONENTIAL) {
      set_sizes(d, LINEAR_STEPS, count < 20 ? count : 20,
                random_between(3, 8), random_between(.5, .8));
      return;
   }
   set_sizes(d, how, count, from, decades);
}

static void make_clean(draw *d, growth_kind kind, int generator, size_t sizes)
{
   static const spacing how[GENERATORS] = {
      EVEN, RAGGED, POWERS, LINEAR_STEPS, JITTERED, EVEN
   };
   curve c;

   d->kind = kind;
   set_range(d, kind, how[generator], sizes ? sizes : 16 + random_below(25),
             random_log(4, 100), random_between(1.8, 4));
   set_curve(&c, kind, d, generator == 3 ? OFFSET_SMALL : LEAD_ONLY);
   set_costs(d, &c, NORMAL, 0, generator >= 4 && kind != GROWTH_LOG);
}

static void make_offset(draw *d, growth_kind kind, int generator, size_t sizes)
{
   static const noise how[GENERATORS] = {
      NORMAL, NORMAL, LOG_NORMAL, UNIFORM, NORMAL, LAPLACE
   };
   curve c;

   d->kind = kind;
   set_range(d, kind, generator % 2 ? JITTERED : EVEN, sizes ? sizes : 24,
             random_log(5, 50), 4);
   set_curve(&c, kind, d, generator < 3 ? OFFSET_SMALL : OFFSET_BY_SCALE);
   set_costs(d, &c, how[generator], .05, false);
}

static void make_exact(draw *d, growth_kind kind, int generator, size_t sizes)
{
   static const coefficients how[GENERATORS] = {
      LOWER_WHOLE, LOWER_BY_SHARE, LOWER_LOOSE, LOWER_WHOLE, LOWER_BY_SHARE,
      LOWER_LOOSE
   };
   static const spacing spaced[GENERATORS] = {
      EVEN, EVEN, JITTERED, POWERS, RAGGED, EVEN
   };
   curve c;

   d->kind = kind;
   set_range(d, kind, spaced[generator], sizes ? sizes : 12,
             random_log(8, 100), 1.5);
   set_curve(&c, kind, d, how[generator]);
   set_costs(d, &c, NORMAL, 0, kind != GROWTH_LOG);
}

static void make_ragged(draw *d, growth_kind kind, int generator, size_t sizes)
{
   static const coefficients how[GENERATORS] = {
      LOWER_WHOLE, LOWER_BY_SHARE, LOWER_LOOSE, LOWER_WHOLE, LOWER_LOOSE,
      LOWER_WHOLE
   };
   static const noise noisy[GENERATORS] = {
      NORMAL, NORMAL, LOG_NORMAL, LOG_NORMAL, UNIFORM, ONE_SIDED
   };
   curve c;

   d->kind = kind;
   set_range(d, kind, generator == 4 ? JITTERED : RAGGED, sizes ? sizes : 40,
             random_log(4, 40), random_between(2.5, 3.5));
   set_curve(&c, kind, d, how[generator]);
   set_costs(d, &c, noisy[generator], .15, generator % 2);
}

static growth_kind other_class(growth_kind kind)
{
   growth_kind other;

   do
      other = scenario_classes[random_below(5)];
   while (other == kind);
   return other;
}

/* The class is that of the upper regime, which spans a decade at least. */
static void make_regimes(draw *d, growth_kind kind, int generator, size_t sizes)
{
   static const double sizes_of_noise[GENERATORS] = { 0, .03, .1, 0, .05, .1 };
   double noise_size = sizes_of_noise[generator], first, jump;
   curve left, right;

   d->kind = kind;
   set_range(d, kind, generator == 2 || generator == 4 ? RAGGED : JITTERED,
             sizes ? sizes : 40, random_log(4, 20), random_between(2.8, 3.6));
   first = d->points[d->count * 3 / 10 + random_below(d->count / 4)].size;
   set_curve(&right, kind, d, generator < 3 ? LEAD_ONLY : OFFSET_SMALL);
   set_curve(&left, other_class(kind), d, LEAD_ONLY);
   /* They meet, or there is a jump, mostly upwards. */
   jump = generator == 5 ? random_log(.3, 10)
        : generator % 2 ? random_log(3, 20) : 1;
   left.coefficients[0] *= drawn_cost(&right, first) /
                           drawn_cost(&left, first) / jump;
   for (size_t i = 0; i < d->count; i++) {
      double n = d->points[i].size;

      d->points[i].cost = fmax(1, drawn_cost(n < first ? &left : &right, n));
      if (noise_size > 0)
         d->points[i].cost *= noise_factor(NORMAL, noise_size);
   }
}

static void make_outliers(draw *d, growth_kind kind, int generator,
                          size_t sizes)
{
   curve c;

   d->kind = kind;
   set_range(d, kind, generator % 2 ? RAGGED : JITTERED, sizes ? sizes : 40,
             random_log(5, 50), random_between(2.5, 3.5));
   set_curve(&c, kind, d, generator % 3 ? OFFSET_SMALL : LEAD_ONLY);
   set_costs(d, &c, generator < 3 ? NORMAL : LOG_NORMAL,
             generator == 1 ? .03 : .1, false);
   for (size_t i = 0; i < d->count; i++)
      if (random_unit() < .06)
         d->points[i].cost *= generator == 4 && random_below(2)
                                 ? 1 / random_log(3, 30) : random_log(3, 30);
}

static void make_mixed(draw *d, growth_kind kind, int generator, size_t sizes)
{
   static const coefficients how[] = {
      LEAD_ONLY, OFFSET_SMALL, LOWER_WHOLE, LOWER_LOOSE
   };
   static const double noise_sizes[] = { 0, .02, .1, .2, .3, .5 };
   curve c;

   d->kind = kind;
   set_range(d, kind, random_below(4), sizes ? sizes : 6 + random_below(75),
             random_log(4, 100), random_between(.7, 4));
   set_curve(&c, kind, d, how[random_below(4)]);
   set_costs(d, &c, random_below(5),
             noise_sizes[generator] * random_between(.5, 1), false);
}

/* Cells that every call reads beside its input, a table for instance, are size
   that costs nothing; there are up to `most` times as many of them as cells of
   the smallest input. */
static void make_beside(draw *d, growth_kind kind, int generator, size_t sizes,
                        double least, double most)
{
   static const coefficients how[GENERATORS] = {
      LEAD_ONLY, LOWER_WHOLE, LOWER_BY_SHARE, LOWER_LOOSE, LOWER_BY_SHARE,
      OFFSET_BY_SCALE
   };
   static const double noise_sizes[GENERATORS] = { 0, 0, 0, .003, .02, .05 };
   double cells;
   curve c;

   d->kind = kind;
   set_range(d, kind, generator % 2 ? JITTERED : EVEN, sizes ? sizes : 30,
             random_log(5, 40), random_between(1.8, 3));
   cells = ceil(d->points[0].size * random_log(least, most));
   set_curve(&c, kind, d, how[generator]);
   set_costs(d, &c, NORMAL, noise_sizes[generator], generator < 3);
   for (size_t i = 0; i < d->count; i++)
      d->points[i].size += cells;
}

static void make_few_beside(draw *d, growth_kind kind, int generator,
                            size_t sizes)
{
   make_beside(d, kind, generator, sizes, .05, 1);
}

static void make_many_beside(draw *d, growth_kind kind, int generator,
                             size_t sizes)
{
   make_beside(d, kind, generator, sizes, 1, 12);
}

const scenario scenarios[SCENARIOS] = {
   { "clean", 100, 6, make_clean },
   { "offset, 5 % noise", 95, 6, make_offset },
   { "exact, lower terms", 99, 6, make_exact },
   { "ragged, 15 % scatter", 90, 6, make_ragged },
   { "two regimes", 93, 6, make_regimes },
   { "outliers", 97, 6, make_outliers },
   { "all classes, mixed", 85, 10, make_mixed },
   { "few cells beside the input", 98, 6, make_few_beside },
   { "many cells beside the input", 98, 6, make_many_beside },
};
