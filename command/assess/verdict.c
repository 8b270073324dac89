/* The verdict on a routine: its points, judged three times.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/verdict.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Of sizes that are too few or too close for a class, costs that differ by this
   factor at one of them do not come from the size. */
#define ONE_SIZE_SPREAD 2.0
/* Classes that two cases must have with this confidence to be told apart. */
#define DIFFER_CONFIDENCE INFER_LIKELY

double verdict_cost(const prof_tuple *point, verdict_case which)
{
   switch (which) {
   case CASE_WORST:
      return (double)point->cost.max;
   case CASE_MEAN:
      return (double)point->cost.sum / (double)point->calls;
   default:
      return (double)point->cost.min;
   }
}

/* Is the input always the same, or nearly so, while the cost is not?  Then the
   true input is where nobody sees it, in a register. */
static bool is_one_size(const prof_tuple *points, size_t count)
{
   size_t judged = 0, least = 0;

   if (count == 1)
      return points->cost.max > points->cost.min;
   for (size_t i = 0; i < count; i++)
      if (points[i].size > 0 && judged++ == 0)
         least = i;
   if (judged >= VERDICT_FEWEST_SIZES &&
       points[count - 1].size >= 2 * points[least].size)
      return false;
   for (size_t i = 0; i < count; i++)
      if ((double)points[i].cost.max >
          ONE_SIZE_SPREAD * (double)points[i].cost.min)
         return true;
   return false;
}

static double exponent_of(growth g)
{
   return log2(growth_at(g, 2048) / growth_at(g, 1024));
}

/* O(n^1.58) and O(n^1.6) say the same, as does O(n^1.48) beside O(n^1.5). */
static bool is_same_growth(growth a, growth b)
{
   if (a.kind != GROWTH_POWER && b.kind != GROWTH_POWER)
      return a.kind == b.kind;
   return a.kind != GROWTH_EXPONENTIAL && b.kind != GROWTH_EXPONENTIAL &&
          fabs(exponent_of(a) - exponent_of(b)) < 0.1;
}

static void judge(const prof_tuple *points, size_t count,
                  double (*cost)(const prof_tuple *, verdict_case),
                  verdict_case which, verdict *v)
{
   infer_point *p = memory_new(count, sizeof *p);

   for (size_t i = 0; i < count; i++)
      p[i] = (infer_point){ (double)points[i].size, cost(&points[i], which),
                            (double)points[i].calls };
   if (which == CASE_WORST)
      infer_worst(p, count, v);
   else
      infer(p, count, v);
   free(p);
}

void verdict_of_case(const prof_tuple *points, size_t count,
                     verdict_case which, verdict *v)
{
   judge(points, count, verdict_cost, which, v);
   if (is_one_size(points, count)) {
      verdict_refuse(v);
      v->warnings |= WARN_ONE_SIZE;
   }
}

static double self_cost(const prof_tuple *point, verdict_case which)
{
   (void)which;
   return (double)point->self.max;
}

void verdict_of_self(const prof_tuple *points, size_t count, verdict *v)
{
   judge(points, count, self_cost, CASE_WORST, v);
}

bool verdict_is_one_case(const prof_tuple *points, size_t count)
{
   for (size_t i = 0; i < count; i++)
      if (points[i].cost.min < points[i].cost.max)
         return false;
   return true;
}

static bool is_decided(const verdict *v, double confidence)
{
   return v->growth.kind != GROWTH_UNDECIDED && v->confidence >= confidence;
}

static void compare_cases(verdict *worst, verdict *mean)
{
   if (is_decided(worst, DIFFER_CONFIDENCE) &&
       is_decided(mean, DIFFER_CONFIDENCE) &&
       !is_same_growth(worst->growth, mean->growth)) {
      worst->warnings |= WARN_MEAN_MAX_DIFFER;
      mean->warnings |= WARN_MEAN_MAX_DIFFER;
   }
}

void verdict_of_points(const prof_tuple *points, size_t count, verdicts *v)
{
   const bool one = verdict_is_one_case(points, count);

   for (int c = 0; c < CASES; c++) {
      if (c > 0 && one)
         v->cases[c] = v->cases[0];
      else
         verdict_of_case(points, count, c, &v->cases[c]);
   }
   compare_cases(&v->cases[CASE_WORST], &v->cases[CASE_MEAN]);
}

void verdict_of_worst(const prof_tuple *points, size_t count, verdict *v)
{
   verdict mean;

   verdict_of_case(points, count, CASE_WORST, v);
   if (!is_decided(v, DIFFER_CONFIDENCE) || verdict_is_one_case(points, count))
      return;
   verdict_of_case(points, count, CASE_MEAN, &mean);
   compare_cases(v, &mean);
}

void verdict_of_routine(const model *m, size_t routine, uint64_t thread,
                        bool open, verdict *v)
{
   size_t count;
   prof_tuple *points = model_points(m, routine, thread, PROF_TRMS, open,
                                     &count);

   verdict_of_worst(points, count, v);
   free(points);
}
