/* Reasons to doubt that a cost grows as its verdict says: see assess/doubts.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/doubts.h"
#include "base/memory.h"
#include "infer/curve.h"
#include "infer/top.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exponent between n log n, whose slope is 1.3 from 16 to 160 cells and less
   beyond, and what grows like a power. */
#define SUPERLINEAR 1.35
/* Scatter from which a change of the scatter is a doubt. */
#define LARGE_SCATTER 0.1
/* Scatter that is a doubt: what a steep routine does again and again has costs
   that its size explains; activations of different kinds, as of an interpreter,
   have not. */
#define DOUBTFUL_SCATTER 0.13
/* Costs off the curve by this many times what neighbours differ by: the
   neighbours are alike, such as calls on the same few inputs. */
#define ALIKE 2.0
/* Sizes whose ratio is smaller are one distinct size. */
#define APART 1.02
/* Width from which the interval of an exponent says little, as from n^2 to n^3,
   and up to which it says much. */
#define WIDE 1.0
#define NARROW 0.5
#define VERY_NARROW 0.1
/* The range that is narrow is that of WARN_NARROW_RANGE.  A first or last size
   is far from the others, if the step to the next one is this factor or more,
   and this multiple of the median step: sizes that double have no such gap. */
#define NARROW_RANGE 10.0
/* What the costs of an exponential grow by over a range that is not narrow:
   which exponential it is, the differences of sizes show, not their ratio. */
#define EXPONENTIAL_GROWTH 100.0
/* The range of whole sizes that are close, whatever costs nothing. */
#define CLOSE_RANGE 4.0
#define FAR_SIZE 2.0
/* Last sizes within this factor are one, such as those of activations in each
   other. */
#define ONE_GROUP 1.2
/* The upper sizes are those within this factor of the largest. */
#define DECADE 10.0
#define MEDIAN_STEPS 4.0
/* A power n^K costs one basic block for this many of n^K, at the least, where a
   routine passes its work on: a cost that grows as the square goes through pairs of
   elements, which mostly have 4 cells or fewer.  (Routines of V8 that read tables
   beside their input have 0.0002 to 0.015 blocks for each pair of cells.  Loops over
   large elements may have as few: 0.005 to 0.026 in bison, dot, SQLite.) */
#define OF_POWER_FOR_BLOCK 32.0
/* The largest sizes are those within this factor. */
#define LARGEST 2.0

double doubts_superlinear(const verdict *v)
{
   return verdict_at_least(v, (growth){ GROWTH_POWER, SUPERLINEAR });
}

/* Return whether most costs at sizes from `least` on lie near the curve.  If a
   routine does one of two things, then the curve may follow a few costs that have
   nothing to do with each other. */
static bool is_near(const verdict_curve *curve, const prof_tuple *points,
                    size_t count, double least,
                    double (*cost)(const prof_tuple *))
{
   const double factor = 2, most = 0.6;
   size_t near = 0, all = 0;

   for (size_t i = count; i > 0 && points[i - 1].size > 0 &&
                          (double)points[i - 1].size >= least;
        i--) {
      const double expected = curve_at(curve, (double)points[i - 1].size);
      const double found = fmax(cost(&points[i - 1]), 0.5);

      all++;
      near += found < factor * expected && expected < factor * found;
   }
   return (double)near >= most * (double)all;
}

static int compare(const void *a, const void *b)
{
   const double x = *(const double *)a, y = *(const double *)b;

   return (x > y) - (x < y);
}

/* Return by which part of themselves costs at sizes from `least` on are off the
   curve, as a standard deviation: two thirds of them are by less.  Of sizes that
   are about the same only one counts. */
static double typical_error(const verdict_curve *curve,
                            const prof_tuple *points, size_t count, double least,
                            double (*cost)(const prof_tuple *))
{
   const double part = 0.68;
   double *errors = memory_new(count, sizeof *errors), error, last = INFINITY;
   size_t n = 0;

   for (size_t i = count; i > 0 && points[i - 1].size > 0 &&
                          (double)points[i - 1].size >= least;
        i--) {
      const double size = (double)points[i - 1].size;

      if (size * APART > last)
         continue;
      last = size;
      errors[n++] = fabs(log(fmax(cost(&points[i - 1]), 0.5) /
                             fmax(curve_at(curve, size), 0.5)));
   }
   qsort(errors, n, sizeof *errors, compare);
   error = n > 0 ? errors[(size_t)(part * (double)(n - 1) + 0.5)] : 0;
   free(errors);
   return error;
}

/* Return the slope of the highest costs in the upper decade of sizes. */
static double upper_slope(const prof_tuple *points, size_t count,
                          double (*cost)(const prof_tuple *),
                          const verdict_curve *curve, bool *is_flat)
{
   verdict_point *p = memory_new(count, sizeof *p);
   double slope;

   for (size_t i = 0; i < count; i++)
      p[i] = (verdict_point){ (double)points[i].size, cost(&points[i]), 1 };
   slope = top_slope(p, count, curve, is_flat);
   free(p);
   return slope;
}

static int compare_steps(const void *a, const void *b)
{
   const double x = *(const double *)a, y = *(const double *)b;

   return (x > y) - (x < y);
}

/* Sizes, without a first or last one that is far from all others: that one alone,
   which may be a set-up at the first use, would say how the cost grows.  (In several
   runs it is about the same in each.) */
typedef struct { double least, most; bool are_few; } sizes;

/* Return the sizes without `offset` cells, which are no input. */
static sizes without_far(const prof_tuple *points, size_t count, double offset)
{
   double *steps = memory_new(count + 1, sizeof *steps);
   double *sorted = memory_new(count + 1, sizeof *sorted);
   sizes found = { 0, 0, true };
   size_t first = 0, n = 0;

   while (first < count && (double)points[first].size <= offset)
      first++;
   for (size_t i = first; i < count; i++) {
      const double size = (double)points[i].size - offset;

      if (i == first)
         found.least = size;
      else if (size < APART * found.most)
         continue;
      else
         steps[n++] = size / found.most;
      found.most = size;
   }
   if (n > 2) {
      double far, above = 1;
      size_t last = n;

      memcpy(sorted, steps, n * sizeof *sorted);
      qsort(sorted, n, sizeof *sorted, compare_steps);
      far = fmax(FAR_SIZE, pow(sorted[n / 2], MEDIAN_STEPS));
      while (last > 0 && above * steps[last - 1] < ONE_GROUP)
         above *= steps[--last];
      if (last > 0 && steps[last - 1] >= far)
         found.most /= above * steps[last - 1];
      if (steps[0] >= far)
         found.least *= steps[0];
      found.are_few = false;
   }
   free(sorted);
   free(steps);
   return found;
}

static double range_of(const sizes *s)
{
   return s->are_few ? INFINITY : s->most / s->least;
}

/* Return whether a class that is surely exponential shows itself in the sizes,
   however near their ratio is to 1. */
static bool is_seen_to_explode(const verdict *v, const sizes *s)
{
   return v->growth.kind == GROWTH_EXPONENTIAL &&
          v->confidence >= VERDICT_SURE &&
          curve_at(&v->curve, s->most) >=
             EXPONENTIAL_GROWTH * curve_at(&v->curve, s->least);
}

/* Return the largest power of the size that the costs of the largest sizes are
   high enough for, up to the square. */
static double dearest_power(const prof_tuple *points, size_t count,
                            double offset, double (*cost)(const prof_tuple *))
{
   const double square = 2, most = (double)points[count - 1].size - offset;
   double found = 0;

   for (size_t i = count; i > 0; i--) {
      const double size = (double)points[i - 1].size - offset;

      if (size <= 1 || size * LARGEST < most)
         break;
      found = fmax(found,
                   log(OF_POWER_FOR_BLOCK * fmax(cost(&points[i - 1]), 1)) /
                      log(size));
   }
   return found == 0 ? square : fmin(found, square);
}

/* Return whether the costs are too low for the class.  What a routine and its
   callees read beside their input, such as tables of a compiler, gets hardly
   larger with it, so that what is linear in the input looks steep over the cells. */
static bool is_cheap(const verdict *v, const prof_tuple *points, size_t count,
                     double (*cost)(const prof_tuple *))
{
   const growth above = {
      GROWTH_POWER, dearest_power(points, count, curve_offset(&v->curve), cost)
   };

   return above.power < 2 &&
          doubts_superlinear(v) - verdict_at_least(v, above) < VERDICT_LIKELY;
}

/* Return the doubts that follow from the verdict itself.  is_narrow: the range
   of sizes, without cells that cost nothing.  is_close: that of whole sizes. */
static unsigned doubts_of(const verdict *v, bool is_narrow, bool is_close)
{
   static const struct { warning w; assess_doubt doubt; } known[] = {
      { WARN_FEW_SIZES, DOUBT_FEW_SIZES },
      { WARN_SHORT_REGIME, DOUBT_SHORT_REGIME },
      { WARN_LARGEST_OFF, DOUBT_LARGEST_OFF },
      { WARN_UNCONFIRMED, DOUBT_UNCONFIRMED },
   };
   /* Over a narrow range small and large activations that do different things
      look like a power.  An offset just below the smallest size makes any range
      wide; but if more cells cost nothing in large activations than in small
      ones, then a line looks steep. */
   const double wide = is_narrow || is_close ? NARROW : WIDE;
   unsigned doubts = is_narrow ? DOUBT_NARROW_RANGE : 0;

   for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (v->warnings & known[i].w)
         doubts |= known[i].doubt;
   if (v->scatter > DOUBTFUL_SCATTER)
      doubts |= DOUBT_SCATTER;
   if (v->warnings & WARN_SCATTER_CHANGES && v->scatter > LARGE_SCATTER)
      doubts |= DOUBT_SCATTER_CHANGES;
   if (v->has_exponent && v->exponent_lo < SUPERLINEAR)
      doubts |= DOUBT_LOW_EXPONENT;
   if (v->has_exponent && v->exponent_hi >= v->exponent_lo + wide)
      doubts |= DOUBT_WIDE_EXPONENT;
   return doubts;
}

assess_evidence doubts_find(const verdict *v, const verdict *less,
                            const prof_tuple *points, size_t count,
                            bool passes_on, double (*cost)(const prof_tuple *))
{
   const sizes whole = without_far(points, count, 0);
   const sizes input = without_far(points, count, curve_offset(&v->curve));
   const bool is_narrow = (v->warnings & WARN_NARROW_RANGE ||
                           range_of(&input) < NARROW_RANGE) &&
                          !is_seen_to_explode(v, &whole);
   const bool is_close = v->size_max < CLOSE_RANGE * v->size_min ||
                         range_of(&whole) < CLOSE_RANGE;
   /* The curve passes through a last size that is far from all others, whatever
      the others cost. */
   const double least = (whole.are_few ? (double)v->size_max : whole.most) /
                        DECADE;
   assess_evidence e = { doubts_superlinear(v),
                         doubts_of(v, is_narrow, is_close), 0, false };
   const double error = v->curve.count > 0
      ? typical_error(&v->curve, points, count, least, cost) : 0;

   /* Scatter is what neighbours differ by. */
   if (error > DOUBTFUL_SCATTER && error > ALIKE * v->scatter)
      e.doubts |= DOUBT_SCATTER;
   e.slope = upper_slope(points, count, cost, &v->curve, &e.has_flat_top);
   if (v->growth.kind == GROWTH_UNDECIDED ||
       (v->has_exponent && v->exponent < SUPERLINEAR))
      e.superlinear = 0;
   if (doubts_superlinear(less) < DOUBTS_PROBABLE)
      e.doubts |= DOUBT_NOT_BELOW;
   if (!is_near(&v->curve, points, count, least, cost))
      e.doubts |= DOUBT_OFF_CURVE;
   if (passes_on && e.superlinear > 0 && is_cheap(v, points, count, cost))
      e.doubts |= DOUBT_CHEAP;
   return e;
}

void doubts_join(const verdict *v, size_t runs, prof_sum calls, size_t lower,
                 assess_evidence *e)
{
   const unsigned both = DOUBT_FEW_SIZES | DOUBT_NARROW_RANGE;

   if (runs < DOUBTS_FEWEST_SIZES || calls > runs || !v->has_exponent ||
       v->exponent_lo < SUPERLINEAR ||
       v->exponent_hi > v->exponent_lo + NARROW || !(e->doubts & both))
      return;
   if (v->confidence >= VERDICT_SURE &&
       v->exponent_hi <= v->exponent_lo + VERY_NARROW)
      e->doubts &= ~DOUBT_SCATTER;
   if (lower < DOUBTS_FEWEST_SIZES)
      e->doubts &= ~DOUBT_NOT_BELOW;
   if ((e->doubts & both) == both)
      e->doubts &= ~DOUBT_NARROW_RANGE;
}
