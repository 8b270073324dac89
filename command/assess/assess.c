/* Facts and verdict for each routine of a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/assess.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "infer/curve.h"

#include <math.h>
#include <stdlib.h>

/* What is probable. */
#define PROBABLE 0.5
/* Between n log n, whose slope is 1.3 from 16 to 160 cells and less beyond, and
   what grows like a power. */
#define SUPERLINEAR 1.35
/* Scatter that may change. */
#define LARGE_SCATTER 0.1
/* Wider intervals of the exponent say little. */
#define WIDE 1.0

/* How sure it is that a verdict's growth is worse than n log n. */
static double superlinear(const verdict *v)
{
   return infer_at_least(v, (growth){ GROWTH_POWER, SUPERLINEAR });
}

static double cost_from(const prof_tuple *points, size_t count, uint64_t size)
{
   double cost = 0;

   for (size_t i = count; i > 0 && points[i - 1].size >= size; i--)
      cost += (double)points[i - 1].cost.sum;
   return cost;
}

static double worst_self(const prof_tuple *point)
{
   return (double)point->self.max;
}

static double worst_whole(const prof_tuple *point)
{
   return (double)point->cost.max;
}

/* The greatest cost by cell among points from `first` on, and the size that it
   is at. */
static double dearest(const prof_tuple *points, size_t first, size_t past,
                      double (*cost)(const prof_tuple *), double *size)
{
   double most = 0;

   for (size_t i = first; i < past; i++) {
      const double n = (double)points[i].size;

      if (n > 0 && cost(&points[i]) / n >= most) {
         most = cost(&points[i]) / n;
         *size = n;
      }
   }
   return most;
}

/* Do most costs in the upper decade of sizes lie near the curve?  Of a routine
   that does one of two things it may follow a few that have nothing to do with
   each other. */
static bool is_near(const infer_curve *curve, const prof_tuple *points,
                    size_t count, double (*cost)(const prof_tuple *))
{
   const double factor = 2, most = 0.6;
   size_t near = 0, all = 0;

   for (size_t i = count; i > 0 && points[i - 1].size > 0 &&
                          points[i - 1].size >= points[count - 1].size / 10; i--) {
      const double expected = infer_curve_at(curve, (double)points[i - 1].size);
      const double found = fmax(cost(&points[i - 1]), 0.5);

      all++;
      near += found < factor * expected && expected < factor * found;
   }
   return (double)near >= most * (double)all;
}

/* How steep are the highest costs in the upper decade of sizes?  A class is a
   statement on all points.  Of a routine that does two different things it may
   follow the jumps between them; but a cell costs at most the same in the upper
   half of the sizes as below, unless growth is superlinear. */
static double upper_slope(const prof_tuple *points, size_t count,
                          double (*cost)(const prof_tuple *))
{
   enum { FEWEST = 3 };
   size_t half = count, low;
   double above, below, size_above = 1, size_below = 1;

   while (half > 0 && points[half - 1].size > points[count - 1].size / 2)
      half--;
   low = half;
   while (low > 0 && (half - low < FEWEST ||
                      points[low - 1].size >= points[count - 1].size / 10))
      low--;
   above = dearest(points, half, count, cost, &size_above);
   below = dearest(points, low, half, cost, &size_below);
   if (above <= 0 || below <= 0)
      return 0;
   return 1 + log(above / below) / log(fmax(2, size_above / size_below));
}

/* Those that the verdict itself tells of. */
static unsigned doubts_of(const verdict *v)
{
   static const struct { warning w; judge_doubt doubt; } known[] = {
      { WARN_FEW_SIZES, DOUBT_FEW_SIZES },
      { WARN_NARROW_RANGE, DOUBT_NARROW_RANGE },
      { WARN_SCATTER, DOUBT_SCATTER },
      { WARN_SHORT_REGIME, DOUBT_SHORT_REGIME },
      { WARN_LARGEST_OFF, DOUBT_LARGEST_OFF },
      { WARN_UNCONFIRMED, DOUBT_UNCONFIRMED },
   };
   unsigned doubts = 0;

   for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (v->warnings & known[i].w)
         doubts |= known[i].doubt;
   if (v->warnings & WARN_SCATTER_CHANGES && v->scatter > LARGE_SCATTER)
      doubts |= DOUBT_SCATTER_CHANGES;
   if (v->has_exponent && v->exponent_lo < SUPERLINEAR)
      doubts |= DOUBT_LOW_EXPONENT;
   if (v->has_exponent && v->exponent_hi > v->exponent_lo + WIDE)
      doubts |= DOUBT_WIDE_EXPONENT;
   return doubts;
}

/* `less` is the verdict without the upper half of the sizes: one that hangs on
   these is doubtful, too. */
static judge_evidence make_evidence(const verdict *v, const verdict *less,
                                    const prof_tuple *points, size_t count,
                                    double (*cost)(const prof_tuple *))
{
   judge_evidence e = { superlinear(v), doubts_of(v),
                        upper_slope(points, count, cost) };

   if (v->growth.kind == GROWTH_UNDECIDED ||
       (v->has_exponent && v->exponent < SUPERLINEAR))
      e.superlinear = 0;
   if (superlinear(less) < PROBABLE)
      e.doubts |= DOUBT_NOT_BELOW;
   /* The class of the highest costs of a routine that does one of two things
      says itself that others are not near. */
   if (!(v->warnings & WARN_UNEXPLAINED) &&
       !is_near(&v->curve, points, count, cost))
      e.doubts |= DOUBT_OFF_CURVE;
   return e;
}

static void find_evidence(const prof_tuple *points, size_t count, judged *j)
{
   verdict self, less;
   size_t fewer = count;

   while (fewer > 0 && points[fewer - 1].size > points[count - 1].size / 2)
      fewer--;

   verdict_of_case(points, fewer, CASE_WORST, &less);
   j->whole = make_evidence(&j->verdict, &less, points, count, worst_whole);
   verdict_of_self(points, count, &self);
   verdict_of_self(points, fewer, &less);
   j->self = make_evidence(&self, &less, points, count, worst_self);
}

/* Nearly always rms and trms have one table. */
static bool has_one_table(const model *m, size_t routine)
{
   size_t first, past;

   model_profs(m, routine, &first, &past);
   for (size_t p = first; p < past; p++)
      if (model_table_of(&m->profs[p], PROF_RMS) !=
          model_table_of(&m->profs[p], PROF_TRMS))
         return false;
   return true;
}

static void find_facts(const model *m, bool open, judged *j)
{
   size_t count;
   prof_tuple *points = model_points(m, j->routine, j->thread, PROF_TRMS, open,
                                     &count);

   j->points_trms = j->points_rms = count;
   if (!has_one_table(m, j->routine))
      free(model_points(m, j->routine, j->thread, PROF_RMS, open,
                        &j->points_rms));
   j->sums = model_sums(m, j->routine, j->thread);
   if (count > 0) {
      j->size_min = points[0].size;
      j->size_max = points[count - 1].size;
      /* Of a recursive routine the points hold costs several times. */
      j->cost_largest = fmin(cost_from(points, count, j->size_max / 2),
                             (double)j->sums.outermost);
   }
   free(points);
}

static void find_verdict(const model *m, bool open, judged *j)
{
   size_t count;
   prof_tuple *points;

   if (j->has_verdict)
      return;
   points = model_points(m, j->routine, j->thread, PROF_TRMS, open, &count);
   verdict_of_worst(points, count, &j->verdict);
   if (superlinear(&j->verdict) >= PROBABLE)
      find_evidence(points, count, j);
   j->has_verdict = true;
   free(points);
}

/* --- side by side --- */

typedef struct {
   const model *m;
   bool open;
   judged *const *list;
} verdict_work;

static void verdict_piece(void *context, size_t i)
{
   const verdict_work *w = context;

   find_verdict(w->m, w->open, w->list[i]);
}

void judge_verdicts(const model *m, judged *const *list, size_t count,
                    bool open)
{
   workers_do(count, verdict_piece, &(verdict_work){ m, open, list });
}

typedef struct {
   const model *m;
   bool open;
   judged *list;
} facts_work;

static void facts_piece(void *context, size_t i)
{
   const facts_work *w = context;

   find_facts(w->m, w->open, &w->list[i]);
}

judged *judge_facts(const model *m, bool threads, bool open, size_t *count)
{
   judged *list = memory_new(threads ? m->prof_count : m->routine_count,
                             sizeof *list);
   size_t listed = 0;

   for (size_t i = 0; i < m->routine_count; i++) {
      size_t first, past;

      model_profs(m, i, &first, &past);
      if (!threads && first < past)
         past = first + 1;
      for (size_t p = first; p < past; p++) {
         judged *j = &list[listed++];

         j->routine = i;
         j->thread = threads ? m->profs[p].thread : MODEL_ALL_THREADS;
      }
   }
   workers_do(listed, facts_piece, &(facts_work){ m, open, list });
   *count = listed;
   return list;
}
