/* What has changed between two profiles, and which routines are the cause.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/changes.h"
#include "assess/assess.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "compare/causes.h"
#include "infer/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Probability from which a class or an exponent has changed. */
#define LIKELY 0.8
/* Exponents that are nearer to each other than this are equal. */
#define EXPONENT_STEP 0.1
/* A part of the program's cost.  A constant that changes the cost by less is no
   change, nor is code that both programs had and only one used. */
#define LEAST_SHARE 1e-4
/* The same for code of the system's libraries: for other data they take other
   paths. */
#define LEAST_SHARE_OF_RUNTIME 1e-2

/* A part of the difference, or of what is left of it, that is worth a word. */
#define REST_PART 0.05
/* A part of the program's cost below which a change is folded. */
#define LITTLE 1e-3
/* The exponent of a new routine from which it is never folded. */
#define STEEP 1.4

const char *const changes_status_names[] = {
   [CHANGE_CLASS] = "class", [CHANGE_EXPONENT] = "exponent",
   [CHANGE_CONSTANT] = "constant", [CHANGE_NEW] = "new",
   [CHANGE_GONE] = "gone",
};

/* --- one pair --- */

static verdict *infer_points(const prof_tuple *points, size_t count)
{
   verdict *v = memory_new(1, sizeof *v);

   assess_worst_of(points, count, v);
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

static void classify(change_candidate *c, const prof_tuple *const points[],
                     const size_t counts[], bool same_build,
                     double threshold, double least_cost)
{
   change *found = &c->change;
   verdict *old, *new;
   bool is_other_class;
   double likely;

   /* A verdict can change because the sizes do.  A routine that costs the same
      at equal sizes has not changed, nor has a routine of the same build. */
   if (!c->costs.significant &&
       (same_build || c->costs.covered >= COMPARE_COVERED))
      return;
   old = found->verdicts[MATCH_OLD] = infer_points(points[0], counts[0]);
   if (!c->costs.significant && goes_on(old, points[1], counts[1], threshold))
      return;
   new = found->verdicts[MATCH_NEW] = infer_points(points[1], counts[1]);

   is_other_class = old->growth.kind != new->growth.kind &&
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
   likely = exponent_difference(old, new);
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

   for (int side = 0; side < MATCH_SIDES; side++)
      points[side] = match_points(s->matching, pair, side, &counts[side]);
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
         classify(c, (const prof_tuple *const *)points, counts,
                  match_same_build(s->matching, pair), s->threshold,
                  LEAST_SHARE * s->total);
   }
   for (int side = 0; side < MATCH_SIDES; side++)
      free(points[side]);
}

/* Return whether a cost on one side alone is chance: for example to wait for a
   lock, which one run has to do and another has not. */
static bool is_chance(const change_search *s, size_t index, int side,
                      double cost)
{
   const model *m = s->matching->models[side];
   const size_t routine = *s->matching->pairs[index].routines[side];
   const char *object = m->objects[m->routines[routine].object].name;
   const double least = runtime_objects_has(object) ? LEAST_SHARE_OF_RUNTIME
                                                : LEAST_SHARE;

   return cost < least * s->total && causes_is_old_code(s, index, side);
}

static void compare_pair(change_search *s, size_t index)
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
      if (is_chance(s, index, only, (double)sums[only].outermost))
         return;
      points = match_points(s->matching, pair, only, &count);
      c->change.status = only == MATCH_NEW ? CHANGE_NEW : CHANGE_GONE;
      c->change.confidence = 1;
      c->change.verdicts[only] = infer_points(points, count);
      c->outer = c->own = (only == MATCH_NEW ? 1.0 : -1.0) *
                          (double)sums[only].outermost;
      free(points);
   }
}

/* --- all pairs --- */

static int compare_changes(const void *a, const void *b)
{
   const change *x = a, *y = b;
   const double p = fabs(x->cost), q = fabs(y->cost);

   if (x->explained != y->explained)
      return x->explained - y->explained;
   if (p != q)
      return p > q ? -1 : 1;
   return (x->pair > y->pair) - (x->pair < y->pair);
}

static void collect(change_list *list, change_search *s, bool all)
{
   const size_t n = s->matching->count;

   *list = (change_list){ .changes = memory_new(n, sizeof *list->changes),
                          .unsure = memory_new(n, sizeof *list->unsure) };
   for (size_t i = 0; i < n; i++) {
      change_candidate *c = &s->candidates[i];
      bool wanted = c->change.status != CHANGE_NONE;

      if (!wanted && !c->costs.significant &&
          c->costs.ratio > 1 + s->threshold)
         list->unsure[list->unsure_count++] =
            (change_unsure){ i, c->costs.ratio, c->outer };
      if (causes_is_changed(c))
         c->change.explained = !c->cause;
      c->change.cost = c->change.explained ? c->outer : c->own;
      if (wanted && c->change.explained && !all) {
         list->explained++;
         wanted = false;
      }
      if (wanted) {
         list->changes[list->count++] = c->change;
      } else {
         free(c->change.verdicts[MATCH_OLD]);
         free(c->change.verdicts[MATCH_NEW]);
      }
   }
   qsort(list->changes, list->count, sizeof *list->changes, compare_changes);
}

/* --- the difference of the total costs --- */

/* Set the part of a change that no other change counts.  The cost of a new, or
   gone, routine contains that of the others that it calls. */
static void find_share(const change_search *s, change *c)
{
   const int side = c->status == CHANGE_NEW ? MATCH_NEW : MATCH_OLD;
   size_t first, past;

   c->share = c->cost;
   if (c->status != CHANGE_NEW && c->status != CHANGE_GONE)
      return;
   call_deltas_of_caller(&s->deltas, c->pair, &first, &past);
   for (size_t i = first; i < past; i++) {
      const call_delta *edge = &s->deltas.list[i];
      const change *callee = &s->candidates[edge->callee].change;

      if (edge->callee != c->pair && callee->status == c->status &&
          !callee->explained)
         c->share -= (c->status == CHANGE_NEW ? 1 : -1) * edge->costs[side];
   }
}

static int compare_rests(const void *a, const void *b)
{
   const double x = fabs(((const change_rest *)a)->self);
   const double y = fabs(((const change_rest *)b)->self);

   return (x < y) - (x > y);
}

/* Find the routines whose self cost holds what the causes do not explain.  The
   self costs of all routines add up to the total. */
static void find_rest(change_list *list, const change_search *s)
{
   const double left = list->difference - list->covered;
   const size_t n = s->matching->count;
   change_rest *all = memory_new(n, sizeof *all);
   size_t count = 0;

   for (size_t i = 0; i < n; i++) {
      const match_pair *pair = &s->matching->pairs[i];
      const change *c = &s->candidates[i].change;
      double self[MATCH_SIDES];

      if (c->status != CHANGE_NONE && !c->explained)
         continue;
      for (int side = 0; side < MATCH_SIDES; side++)
         self[side] = (double)match_sums(s->matching, pair, side).self.sum;
      if ((self[1] - self[0]) * left > 0 &&
          fabs(self[1] - self[0]) > REST_PART * fabs(left))
         all[count++] = (change_rest){ i, self[1] - self[0],
                                       self[0] > 0 ? self[1] / self[0] : 0 };
   }
   qsort(all, count, sizeof *all, compare_rests);
   for (size_t i = 0; i < count && i < CHANGES_REST; i++)
      list->rest[list->rest_count++] = all[i];
   free(all);
}

static void find_covered(change_list *list, const change_search *s)
{
   list->difference = (double)s->matching->models[MATCH_NEW]->total.cost -
                      s->total;
   list->least_rest = s->threshold * s->total;
   for (size_t i = 0; i < list->count; i++) {
      find_share(s, &list->changes[i]);
      if (!list->changes[i].explained)
         list->covered += list->changes[i].share;
   }
   find_rest(list, s);
}

bool changes_is_rest(const change_list *list)
{
   const double left = fabs(list->difference - list->covered);

   return left > REST_PART * fabs(list->difference) &&
          left > list->least_rest;
}

static bool grows_faster(const change *c)
{
   const verdict *old = c->verdicts[MATCH_OLD], *new = c->verdicts[MATCH_NEW];

   if (c->status == CHANGE_NEW)
      return new->growth.kind != GROWTH_UNDECIDED && new->has_exponent &&
             new->exponent > STEEP;
   return (c->status == CHANGE_CLASS || c->status == CHANGE_EXPONENT) &&
          old->has_exponent && new->has_exponent &&
          new->exponent > old->exponent;
}

bool changes_is_little(const change *c, const matching *m)
{
   return fabs(c->cost) < LITTLE * (double)m->models[MATCH_OLD]->total.cost &&
          !grows_faster(c);
}

void changes_find(change_list *list, const matching *m, double threshold,
                  bool all)
{
   change_search s = { .matching = m, .threshold = threshold,
                .total = (double)m->models[MATCH_OLD]->total.cost };

   s.candidates = memory_new(m->count, sizeof *s.candidates);
   call_deltas_find(&s.deltas, m);
   for (size_t i = 0; i < m->count; i++)
      compare_pair(&s, i);
   causes_find(&s);
   collect(list, &s, all);
   find_covered(list, &s);
   free(s.deltas.list);
   free(s.candidates);
}

void changes_free(change_list *list)
{
   for (size_t i = 0; i < list->count; i++)
      for (int side = 0; side < MATCH_SIDES; side++)
         free(list->changes[i].verdicts[side]);
   free(list->changes);
   free(list->unsure);
}
