/* Assessments: facts, points and verdicts of routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/assess.h"
#include "assess/pooled.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "infer/curve.h"
#include "infer/posterior.h"
#include "profile/edges.h"
#include "profile/optional.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Costs that differ by this factor at one size do not come from the size, if
   the sizes are too few or too close for a class. */
#define ONE_SIZE_SPREAD 2.0
/* Confidence with which two cases must have their classes to be called
   different. */
#define DIFFER_CONFIDENCE VERDICT_LIKELY
/* Sizes put together make no class sure that single ones leave open. */
#define POOLED_CONFIDENCE 0.85
/* The exponent of n^2. */
#define QUADRATIC 2.0
/* Sizes that differ by no more than this factor are about one size, if they
   have nearly all cost. */
#define NEAR_SIZES 2.0
#define NEARLY_ALL 0.99
/* A curve that explains a smaller part of the cost is not how that grows. */
#define LEAST_EXPLAINED 0.5

/* --- verdicts on points --- */

double assess_cost(const prof_tuple *point, assess_case which)
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

/* Return whether the input is always the same, or nearly so, while the cost is
   not.  Then the true input is not read from memory: it is in a register. */
static bool is_one_size(const prof_tuple *points, size_t count)
{
   size_t usable = 0, least = 0;

   if (count == 1)
      return points->cost.max > points->cost.min;
   for (size_t i = 0; i < count; i++)
      if (points[i].size > 0 && usable++ == 0)
         least = i;
   if (usable >= DOUBTS_FEWEST_SIZES &&
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

/* O(n^1.58) and O(n^1.6) are the same growth, and so are O(n^1.48) and
   O(n^1.5). */
static bool is_same_growth(growth a, growth b)
{
   if (a.kind != GROWTH_POWER && b.kind != GROWTH_POWER)
      return a.kind == b.kind;
   return a.kind != GROWTH_EXPONENTIAL && b.kind != GROWTH_EXPONENTIAL &&
          fabs(exponent_of(a) - exponent_of(b)) < 0.1;
}

verdict_size assess_size_of(const model *m, size_t routine)
{
   return optional_find(m, MODEL_OF_ROUTINE, routine, "x-size")
          ? SIZE_OF_ANY : SIZE_IN_CELLS;
}

bool assess_size_is_given(const model *m, size_t routine)
{
   return assess_size_of(m, routine) != SIZE_IN_CELLS;
}

const char *assess_size_unit(const model *m, size_t routine)
{
   return assess_size_is_given(m, routine) ? "" : " cells";
}

static verdict_size size_of(const assessment *a)
{
   return assess_size_of(a->m, a->routine);
}

static void infer_points(const prof_tuple *points, size_t count,
                         verdict_size kind,
                         double (*cost)(const prof_tuple *, assess_case),
                         assess_case which, verdict *v)
{
   verdict_point *p = memory_new(count, sizeof *p);

   for (size_t i = 0; i < count; i++)
      p[i] = (verdict_point){ (double)points[i].size, cost(&points[i], which),
                            (double)points[i].calls };
   infer(p, count, kind, v);
   free(p);
}

/* Return whether sizes near each other have nearly all of the cost.  The calls
   of other sizes, such as a first use, are no part of what the routine does. */
static bool is_cost_at_one_size(const prof_tuple *points, size_t count)
{
   double all = 0, held = 0;

   for (size_t i = 0; i < count; i++)
      all += (double)points[i].cost.sum;
   for (size_t i = 0, past = 0; i < count; i++) {
      while (past < count && (double)points[past].size <=
                             NEAR_SIZES * (double)points[i].size)
         held += (double)points[past++].cost.sum;
      if (held >= NEARLY_ALL * all)
         return true;
      held -= (double)points[i].cost.sum;
   }
   return false;
}

bool assess_is_judged(const verdict *v)
{
   double worse;

   if (v->growth.kind == GROWTH_UNDECIDED)
      return false;
   worse = doubts_superlinear(v);
   return v->confidence >= VERDICT_LIKELY || worse >= VERDICT_LIKELY ||
          (worse <= 1 - VERDICT_LIKELY &&
           !(v->has_exponent && v->exponent_hi >= QUADRATIC));
}

/* Return whether the class seems to be known, and no steep one, while most of the
   cost is above its curve: at the largest sizes, as they are off it.  So it is in a
   recursion whose outermost activations have a loop around the others. */
static bool is_mostly_above(const prof_tuple *points, size_t count, const verdict *v)
{
   double all = 0, explained = 0;

   if (!(v->warnings & WARN_LARGEST_OFF) || v->curve.count == 0 ||
       !assess_is_judged(v) || doubts_superlinear(v) > 1 - VERDICT_LIKELY)
      return false;
   for (size_t i = 0; i < count; i++) {
      const double cost = (double)points[i].cost.sum;

      all += cost;
      explained += fmin(cost, (double)points[i].calls *
                                 curve_at(&v->curve, (double)points[i].size));
   }
   return explained < LEAST_EXPLAINED * all;
}

void assess_case_of(const prof_tuple *points, size_t count, verdict_size kind,
                    assess_case which, verdict *v)
{
   infer_points(points, count, kind, assess_cost, which, v);
   if (is_one_size(points, count)) {
      verdict_withdraw(v);
      v->warnings |= WARN_ONE_SIZE;
   } else if (v->sizes_apart >= DOUBTS_FEWEST_SIZES &&
              (!assess_is_judged(v) || v->warnings & WARN_LARGEST_OFF) &&
              is_cost_at_one_size(points, count)) {
      verdict_withdraw(v);
      v->warnings |= WARN_NARROW_COST;
   } else if (is_mostly_above(points, count, v)) {
      verdict_withdraw(v);
   }
}

static double self_cost(const prof_tuple *point, assess_case which)
{
   (void)which;
   return (double)point->self.max;
}

/* Infer the worst self cost, without the cost of callees, which may read all of
   the input; no class is withheld for WARN_ONE_SIZE. */
static void infer_self(const prof_tuple *points, size_t count, verdict *v)
{
   infer_points(points, count, SIZE_OF_ANY, self_cost, CASE_WORST, v);
}

bool assess_is_one_case(const prof_tuple *points, size_t count)
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

/* Return whether a verdict names no class since growth is slower than the cells
   of the input. */
static bool is_below_cells(const verdict *v)
{
   static const growth least = { GROWTH_CONSTANT, 0 };
   static const growth linear = { GROWTH_LINEAR, 0 };

   return v->growth.kind == GROWTH_UNDECIDED &&
          verdict_at_least(v, least) - verdict_at_least(v, linear) >=
             DIFFER_CONFIDENCE;
}

/* Return whether a verdict on sizes put together leaves less open beside the same
   class, and does not look steep.  (Where it does, the parts may be of several
   kinds: it never makes a suspect.) */
static bool is_narrower(const verdict *pooled, const verdict *open)
{
   return open->growth.kind != GROWTH_UNDECIDED &&
          is_same_growth(open->growth, pooled->growth) &&
          pooled->has_exponent && open->has_exponent &&
          pooled->exponent_lo >= open->exponent_lo &&
          pooled->exponent_hi <= open->exponent_hi &&
          doubts_superlinear(pooled) <= 1 - VERDICT_LIKELY;
}

/* Where single calls leave the worst case open, take what they say together. */
static void pool_sizes(const prof_tuple *points, size_t count, verdict_size kind,
                       verdict *worst)
{
   prof_tuple *together;
   size_t found;
   verdict pooled;

   if (is_decided(worst, DIFFER_CONFIDENCE) ||
       worst->warnings & (WARN_UNEXPLAINED | WARN_COST_FALLS | WARN_ONE_SIZE |
                          WARN_NARROW_COST | WARN_LARGEST_OFF) ||
       !pooled_helps(points, count))
      return;
   together = pooled_points(points, count, &found);
   assess_case_of(together, found, kind, CASE_MEAN, &pooled);
   free(together);
   if (!is_narrower(&pooled, worst))
      return;
   posterior_cap(&pooled, POOLED_CONFIDENCE);
   pooled.sizes = worst->sizes;
   pooled.sizes_apart = worst->sizes_apart;
   pooled.size_min = worst->size_min;
   pooled.size_max = worst->size_max;
   *worst = pooled;
}

/* The highest cost at a size is no less than the mean, so that it can't grow
   more slowly.  If it seems to, then there are more calls with small inputs
   than with large ones: the highest of many costs is far above their mean, and
   that of one is not.  The worst case grows as the mean does then. */
static void compare_cases(verdict *worst, verdict *mean)
{
   const bool is_below = is_below_cells(worst);

   if (!(is_below || is_decided(worst, DIFFER_CONFIDENCE)) ||
       !is_decided(mean, DIFFER_CONFIDENCE) ||
       is_same_growth(worst->growth, mean->growth))
      return;
   if (is_below || growth_compare(worst->growth, mean->growth) < 0)
      *worst = *mean;
   worst->warnings |= WARN_MEAN_MAX_DIFFER;
   mean->warnings |= WARN_MEAN_MAX_DIFFER;
}

/* Complete the verdicts on points whose worst case is present. */
static void infer_other_cases(const prof_tuple *points, size_t count,
                              verdict_size kind, assess_verdicts *v)
{
   const bool one = assess_is_one_case(points, count);

   for (int c = CASE_WORST + 1; c < CASES; c++) {
      if (one)
         v->cases[c] = v->cases[CASE_WORST];
      else
         assess_case_of(points, count, kind, c, &v->cases[c]);
   }
   pool_sizes(points, count, kind, &v->cases[CASE_WORST]);
   compare_cases(&v->cases[CASE_WORST], &v->cases[CASE_MEAN]);
}

void assess_cases_of(const prof_tuple *points, size_t count, verdict_size kind,
                     assess_verdicts *v)
{
   assess_case_of(points, count, kind, CASE_WORST, &v->cases[CASE_WORST]);
   infer_other_cases(points, count, kind, v);
}

void assess_worst_of(const prof_tuple *points, size_t count, verdict_size kind,
                     verdict *v)
{
   verdict mean;

   assess_case_of(points, count, kind, CASE_WORST, v);
   pool_sizes(points, count, kind, v);
   if (!(is_decided(v, DIFFER_CONFIDENCE) || is_below_cells(v)) ||
       assess_is_one_case(points, count))
      return;
   assess_case_of(points, count, kind, CASE_MEAN, &mean);
   compare_cases(v, &mean);
}

bool assess_is_called_seldom(const assessment *a, unsigned most)
{
   return a->sums.calls <= (prof_sum)most * a->m->run_count;
}

bool assess_is_flat(const assessment *a)
{
   return a->inferred && a->worst.growth.kind != GROWTH_UNDECIDED &&
          a->worst.confidence >= VERDICT_SURE &&
          !growth_is_steep(a->worst.growth);
}

/* --- evidence of growth faster than n log n --- */

static double worst_self(const prof_tuple *point)
{
   return (double)point->self.max;
}

static double worst_whole(const prof_tuple *point)
{
   return (double)point->cost.max;
}

/* Return whether a routine passes most of its work on to one that it calls once
   each time, at the most: then no loop of its own is the reason why it grows. */
static bool passes_on(const assessment *a)
{
   const model_edge *heaviest = edges_heaviest(a->m, a->routine);

   return heaviest && 2 * heaviest->cost >= a->sums.outermost &&
          heaviest->calls <= a->sums.calls;
}

static void find_evidence(assessment *a)
{
   const prof_tuple *points;
   const size_t count = a->points_trms;
   verdict self, less;
   size_t fewer = count;

   if (a->has_evidence)
      return;
   a->has_evidence = true;
   if (doubts_superlinear(assess_verdict(a)) < DOUBTS_PROBABLE)
      return;
   points = assess_points(a);
   while (fewer > 0 && points[fewer - 1].size > points[count - 1].size / 2)
      fewer--;
   assess_case_of(points, fewer, size_of(a), CASE_WORST, &less);
   a->whole = doubts_find(&a->worst, &less, points, count,
                          size_of(a) == SIZE_IN_CELLS && passes_on(a),
                          worst_whole);
   doubts_join(&a->worst, a->m->run_count, a->sums.calls, less.sizes_apart,
               &a->whole);
   infer_self(points, count, &self);
   infer_self(points, fewer, &less);
   a->self = doubts_find(&self, &less, points, count, false, worst_self);
   doubts_join(&a->worst, a->m->run_count, a->sums.calls, less.sizes_apart,
               &a->self);
}

/* --- one assessment --- */

const prof_tuple *assess_points(assessment *a)
{
   if (a->points == NULL)
      a->points = model_points(a->m, a->routine, a->thread, PROF_TRMS, a->open,
                               &a->points_trms);
   return a->points;
}

static void release_points(assessment *a)
{
   free(a->points);
   a->points = NULL;
}

const verdict *assess_verdict(assessment *a)
{
   if (!a->inferred)
      assess_worst_of(assess_points(a), a->points_trms, size_of(a), &a->worst);
   a->inferred = true;
   return &a->worst;
}

const assess_evidence *assess_whole(assessment *a)
{
   find_evidence(a);
   return &a->whole;
}

const assess_evidence *assess_self(assessment *a)
{
   find_evidence(a);
   return &a->self;
}

void assess_cases(assessment *a, assess_verdicts *v)
{
   v->cases[CASE_WORST] = *assess_verdict(a);
   infer_other_cases(assess_points(a), a->points_trms, size_of(a), v);
}

static double cost_from(const prof_tuple *points, size_t count, uint64_t size)
{
   double cost = 0;

   for (size_t i = count; i > 0 && points[i - 1].size >= size; i--)
      cost += (double)points[i - 1].cost.sum;
   return cost;
}

/* Return whether rms and trms have one table, as nearly always. */
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

static void find_facts(assessment *a)
{
   const prof_tuple *points = assess_points(a);
   const size_t count = a->points_trms;

   a->points_rms = count;
   if (!has_one_table(a->m, a->routine))
      free(model_points(a->m, a->routine, a->thread, PROF_RMS, a->open,
                        &a->points_rms));
   a->sums = model_sums(a->m, a->routine, a->thread);
   if (count > 0) {
      a->size_min = points[0].size;
      a->size_max = points[count - 1].size;
      /* Points of a recursive routine hold the same cost several times. */
      a->cost_largest = fmin(cost_from(points, count, a->size_max / 2),
                             (double)a->sums.outermost);
   }
}

void assess_routine(assessment *a, const model *m, size_t routine)
{
   *a = (assessment){ .m = m, .routine = routine,
                      .thread = MODEL_ALL_THREADS };
   find_facts(a);
}

void assess_clear(assessment *a)
{
   release_points(a);
}

/* --- all assessments, in parallel --- */

typedef struct {
   const assess_options *options;
   assessment *list;
} assess_work;

static void assess_piece(void *context, size_t i)
{
   const assess_work *w = context;
   assessment *a = &w->list[i];

   find_facts(a);
   if ((double)a->sums.outermost >= w->options->verdicts_from)
      find_evidence(a);
   if (!w->options->keep_points)
      release_points(a);
}

assessment *assess_all(const model *m, const assess_options *o, size_t *count)
{
   assessment *list = memory_new(o->threads ? m->prof_count : m->routine_count,
                                 sizeof *list);
   size_t listed = 0;

   for (size_t i = 0; i < m->routine_count; i++) {
      size_t first, past;

      model_profs(m, i, &first, &past);
      if (!o->threads && first < past)
         past = first + 1;
      for (size_t p = first; p < past; p++)
         list[listed++] = (assessment){
            .m = m, .routine = i,
            .open = o->open,
            .thread = o->threads ? m->profs[p].thread : MODEL_ALL_THREADS };
   }
   parallel_do(listed, assess_piece, &(assess_work){ o, list });
   *count = listed;
   return list;
}

void assess_free(assessment *list, size_t count)
{
   for (size_t i = 0; i < count; i++)
      assess_clear(&list[i]);
   free(list);
}

static void infer_piece(void *context, size_t i)
{
   assessment *const *list = context;

   assess_verdict(list[i]);
}

void assess_infer(assessment *const *list, size_t count)
{
   parallel_do(count, infer_piece, (void *)list);
}
