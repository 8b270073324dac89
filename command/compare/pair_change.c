/* What has changed in one routine: see compare/pair_change.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/pair_change.h"
#include "assess/assess.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "infer/curve.h"

#include <math.h>
#include <stdlib.h>

/* Probability from which a class or an exponent has changed. */
#define LIKELY 0.8
/* Exponents that are nearer to each other than this are equal. */
#define EXPONENT_STEP 0.1
/* A part of the program's cost.  A constant that changes the cost by less is no
   change, nor is code that both programs had and only one used. */
#define LEAST_SHARE 1e-4
/* The same for code of the system's libraries, and of a language's that are a
   part of the program: for other data they take other paths. */
#define LEAST_SHARE_OF_RUNTIME 1e-2
/* Classes of sizes that differ by more than this factor are not compared: the
   smaller inputs do not show how the cost grows on the larger ones. */
#define OTHER_SIZES 10

verdict_size pair_change_size_of(const matching *m, const match_pair *pair,
                             int side)
{
   return assess_size_of(m->models[side], *pair->routines[side]);
}

static verdict *infer_points(const prof_tuple *points, size_t count,
                             verdict_size kind)
{
   verdict *v = memory_new(1, sizeof *v);

   assess_worst_of(points, count, kind, v);
   return v;
}

/* Return the probability that two verdicts are of different classes. */
static double class_difference(const verdict *old, const verdict *new)
{
   double equal = 0;

   for (int k = 0; k < GROWTH_KINDS; k++)
      equal += old->posterior[k] * new->posterior[k];
   return 1 - equal;
}

/* Return the probability that two exponents differ, by their intervals. */
static double exponent_difference(const verdict *old, const verdict *new)
{
   const double widths = hypot(old->exponent_hi - old->exponent_lo,
                               new->exponent_hi - new->exponent_lo);
   const double deviation = widths / (2 * 1.96);
   const double step = fabs(new->exponent - old->exponent);

   if (!old->has_exponent || !new->has_exponent || step < EXPONENT_STEP)
      return 0;
   return deviation > 0 ? erf(step / deviation / M_SQRT2) : 1;
}

/* Return whether the new costs continue the old curve. */
static bool goes_on(const verdict *old, const prof_tuple *new, size_t count,
                    double threshold)
{
   double all = 0, within = 0;

   for (size_t i = 0; i < count; i++) {
      const double cost = assess_cost(&new[i], CASE_WORST);
      double mean, low, high;

      if (!curve_predict(old, (double)new[i].size, &mean, &low, &high))
         continue;
      all += cost;
      if (cost >= low / (1 + threshold) && cost <= high * (1 + threshold))
         within += cost;
   }
   return all > 0 && within > 0.8 * all;
}

/* Return whether the largest sizes of both sides, of which each has one, are of
   one order. */
static bool is_same_range(const prof_tuple *const points[],
                          const size_t counts[])
{
   const double a = fmax(1, (double)points[0][counts[0] - 1].size);
   const double b = fmax(1, (double)points[1][counts[1] - 1].size);

   return a <= OTHER_SIZES * b && b <= OTHER_SIZES * a;
}

/* Give a side that has no verdict one, and withdraw the class on sizes that are
   much smaller than the other side's.  Return whether both are compared. */
static bool judge_both(change *c, const prof_tuple *const points[],
                       const size_t counts[], const verdict_size kinds[])
{
   const bool same_range = is_same_range(points, counts);

   for (int side = 0; side < MATCH_SIDES; side++)
      if (c->verdicts[side] == NULL)
         c->verdicts[side] = infer_points(points[side], counts[side],
                                          kinds[side]);
   if (!same_range) {
      const int side = points[0][counts[0] - 1].size <
                       points[1][counts[1] - 1].size ? MATCH_OLD : MATCH_NEW;
      verdict *v = c->verdicts[side];

      c->withdrawn[side] = v->growth.kind != GROWTH_UNDECIDED;
      verdict_withdraw(v);
   }
   return same_range;
}

static void classify(change_candidate *c, const prof_tuple *const points[],
                     const size_t counts[],
                     const verdict_size kinds[], bool same_build,
                     double threshold, double least_cost)
{
   change *found = &c->change;
   verdict *old, *new;
   bool is_other_class, same_range;
   double likely;

   /* A verdict can change because the sizes do.  A routine that costs the same
      at equal sizes has not changed, nor has a routine of the same build. */
   if (!c->costs.significant &&
       (same_build || c->costs.covered >= COMPARE_COVERED))
      return;
   old = found->verdicts[MATCH_OLD] = infer_points(points[0], counts[0],
                                                    kinds[0]);
   if (!c->costs.significant && goes_on(old, points[1], counts[1], threshold))
      return;
   same_range = judge_both(found, points, counts, kinds);
   new = found->verdicts[MATCH_NEW];
   is_other_class = same_range && old->growth.kind != new->growth.kind &&
                    old->growth.kind != GROWTH_UNDECIDED &&
                    new->growth.kind != GROWTH_UNDECIDED;
   likely = class_difference(old, new);
   if (likely >= LIKELY && is_other_class) {
      found->status = CHANGE_CLASS;
      found->confidence = likely;
      return;
   }
   /* Two classes that are not sure may be one class; if the exponents differ as
      well, then they are two. */
   likely = same_range ? exponent_difference(old, new) : 0;
   if (likely >= LIKELY) {
      found->status = is_other_class ? CHANGE_CLASS : CHANGE_EXPONENT;
      found->confidence = likely;
      return;
   }
   if (c->costs.significant && fabs(c->outer) >= least_cost) {
      found->status = CHANGE_CONSTANT;
      found->confidence = c->costs.confidence;
   }
}

static bool equal_points(const prof_tuple *a, const prof_tuple *b,
                         size_t count)
{
   for (size_t i = 0; i < count; i++)
      if (a[i].size != b[i].size || a[i].calls != b[i].calls ||
          a[i].cost.max != b[i].cost.max || a[i].cost.sum != b[i].cost.sum)
         return false;
   return true;
}

/* Return whether a routine has called each other routine as often as before. */
static bool calls_as_often(const change_search *s, size_t pair)
{
   size_t first, past;

   call_deltas_of_caller(&s->deltas, pair, &first, &past);
   for (size_t i = first; i < past; i++)
      if (s->deltas.list[i].calls[0] != s->deltas.list[i].calls[1])
         return false;
   return true;
}

/* The same code makes the same number of calls for the same input. */
static bool has_same_workload(const change_search *s, size_t pair)
{
   return !match_same_build(s->matching, &s->matching->pairs[pair]) ||
          calls_as_often(s, pair);
}

/* Return whether a routine of another build has had the same self cost and made
   the same calls. */
static bool has_same_steps(const change_search *s, size_t pair)
{
   const match_pair *p = &s->matching->pairs[pair];
   const prof_tuple old = match_sums(s->matching, p, MATCH_OLD);
   const prof_tuple new = match_sums(s->matching, p, MATCH_NEW);

   return !match_same_build(s->matching, p) && old.calls == new.calls &&
          old.self.sum > 0 && old.self.sum == new.self.sum &&
          calls_as_often(s, pair);
}

static void compare_both(change_search *s, change_candidate *c,
                         const match_pair *pair)
{
   const size_t index = (size_t)(pair - s->matching->pairs);
   prof_tuple *points[MATCH_SIDES];
   size_t counts[MATCH_SIDES];
   verdict_size kinds[MATCH_SIDES];

   for (int side = 0; side < MATCH_SIDES; side++) {
      points[side] = match_points(s->matching, pair, side, &counts[side]);
      kinds[side] = pair_change_size_of(s->matching, pair, side);
   }
   if (counts[0] != counts[1] ||
       !equal_points(points[0], points[1], counts[0])) {
      compare_points(points[0], counts[0], points[1], counts[1],
                     s->threshold,
                     (compare_hints){ has_same_workload(s, index),
                                      has_same_steps(s, index),
                                      !match_same_build(s->matching, pair) },
                     &c->costs);
      c->excess = compare_excess(&c->costs, c->costs.costs);
      c->outer = compare_excess(&c->costs, c->costs.outermost);
      c->change.ratio = c->costs.ratio;
      c->change.ratio_confidence = c->costs.significant ? c->costs.confidence
                                                        : 0;
      if (c->costs.touched)
         classify(c, (const prof_tuple *const *)points, counts, kinds,
                  match_same_build(s->matching, pair), s->threshold,
                  LEAST_SHARE * s->total);
   }
   for (int side = 0; side < MATCH_SIDES; side++)
      free(points[side]);
}

/* Return whether a routine of one side may be there on the other side without a
   name. */
static bool is_hidden(const matching *m, const match_pair *pair, int side)
{
   const model_routine *r = &m->models[side]->routines[*pair->routines[side]];

   return m->hidden[side][r->object];
}

/* Return whether a cost on one side alone is chance: for example to wait for a
   lock, which one run has to do and another has not. */
static bool is_chance(const change_search *s, size_t index, int side,
                      double cost)
{
   const model *m = s->matching->models[side];
   const size_t routine = *s->matching->pairs[index].routines[side];
   const double least = runtime_objects_has_routine(m, routine)
                        ? LEAST_SHARE_OF_RUNTIME : LEAST_SHARE;

   return cost < least * s->total && causes_is_old_code(s, index, side);
}

void pair_change_find(change_search *s, size_t index)
{
   const match_pair *pair = &s->matching->pairs[index];
   change_candidate *c = &s->candidates[index];
   prof_tuple sums[MATCH_SIDES];
   int only;

   c->change.pair = index;
   for (int side = 0; side < MATCH_SIDES; side++)
      sums[side] = match_sums(s->matching, pair, side);
   /* Routines that only an edge names have no calls on either side. */
   if ((sums[MATCH_OLD].calls > 0) == (sums[MATCH_NEW].calls > 0)) {
      if (sums[MATCH_OLD].calls > 0)
         compare_both(s, c, pair);
   } else {
      size_t count;
      prof_tuple *points;

      only = sums[MATCH_NEW].calls > 0 ? MATCH_NEW : MATCH_OLD;
      if (is_hidden(s->matching, pair, only) ||
          is_chance(s, index, only, (double)sums[only].outermost))
         return;
      points = match_points(s->matching, pair, only, &count);
      c->change.status = only == MATCH_NEW ? CHANGE_NEW : CHANGE_GONE;
      c->change.confidence = 1;
      c->change.verdicts[only] = infer_points(points, count,
                                              pair_change_size_of(s->matching,
                                                              pair, only));
      c->outer = c->own = (only == MATCH_NEW ? 1.0 : -1.0) *
                          (double)sums[only].outermost;
      free(points);
   }
}

void pair_change_judge(change_search *s, size_t index)
{
   const match_pair *pair = &s->matching->pairs[index];
   prof_tuple *points[MATCH_SIDES];
   size_t counts[MATCH_SIDES];
   verdict_size kinds[MATCH_SIDES];

   if (s->candidates[index].change.verdicts[MATCH_NEW])
      return;
   for (int side = 0; side < MATCH_SIDES; side++) {
      points[side] = match_points(s->matching, pair, side, &counts[side]);
      kinds[side] = pair_change_size_of(s->matching, pair, side);
   }
   judge_both(&s->candidates[index].change, (const prof_tuple *const *)points,
              counts, kinds);
   for (int side = 0; side < MATCH_SIDES; side++)
      free(points[side]);
}
