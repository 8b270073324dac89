/* What has changed between two profiles, and which routines are the cause.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/changes.h"
#include "assess/assess.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "compare/causes.h"
#include "compare/parts.h"
#include "infer/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Probability from which a class or an exponent has changed. */
#define LIKELY 0.8
/* Confidences that differ by less are called equal. */
#define AS_SURE 0.01
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
/* Differences of two routines that differ by less are called equal. */
#define EQUAL_PART 0.01
/* Classes of sizes that differ by more than this factor are not compared: the
   smaller inputs do not show how the cost grows on the larger ones. */
#define OTHER_SIZES 10
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

verdict_size changes_size_of(const matching *m, const match_pair *pair,
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
   new = found->verdicts[MATCH_NEW] = infer_points(points[1], counts[1],
                                                    kinds[1]);

   same_range = is_same_range(points, counts);
   if (!same_range)
      verdict_withdraw(points[0][counts[0] - 1].size <
                       points[1][counts[1] - 1].size ? old : new);
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
      kinds[side] = changes_size_of(s->matching, pair, side);
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
      c->change.verdicts[only] = infer_points(points, count,
                                              changes_size_of(s->matching,
                                                              pair, only));
      c->outer = c->own = (only == MATCH_NEW ? 1.0 : -1.0) *
                          (double)sums[only].outermost;
      free(points);
   }
}

/* --- all pairs --- */

static int compare_changes(const void *a, const void *b)
{
   const change *x = a, *y = b;
   const double p = fabs(x->explained ? x->cost : x->part);
   const double q = fabs(y->explained ? y->cost : y->part);

   if (x->explained != y->explained)
      return x->explained - y->explained;
   if (p != q)
      return p > q ? -1 : 1;
   return (x->pair > y->pair) - (x->pair < y->pair);
}

static bool is_runtime(const change_search *s, size_t pair)
{
   return match_is_runtime(s->matching, &s->matching->pairs[pair]);
}

/* Return whether a change is surer than another, or about as sure and further
   in: what costs least.  (A language's runtime may have routines above the
   program's `main` that read a few cells more.) */
static bool is_surer(const change_candidate *a, const change_candidate *b)
{
   const double *x = a->costs.outermost, *y = b->costs.outermost;
   const double more = a->change.confidence - b->change.confidence;

   return more > AS_SURE ||
          (more >= -AS_SURE && x[0] + x[1] < y[0] + y[1]);
}

/* Return the pair of the surest class that has changed and that other changes
   explain, if none of those is a change of class: a routine that has become
   linear matters more than which of its callees has become cheap.  Routines of
   the system's libraries, such as a thread's start, come last.  SIZE_MAX:
   none. */
static size_t explained_class(const change_search *s)
{
   size_t found = SIZE_MAX;

   for (size_t i = 0; i < s->matching->count; i++) {
      const change_candidate *c = &s->candidates[i];
      const change_candidate *best =
         found == SIZE_MAX ? NULL : &s->candidates[found];

      if (c->change.status != CHANGE_CLASS)
         continue;
      if (c->cause)
         return SIZE_MAX;
      if (best != NULL && is_runtime(s, i) != is_runtime(s, found)) {
         found = is_runtime(s, i) ? found : i;
         continue;
      }
      if (best == NULL || is_surer(c, best))
         found = i;
   }
   return found;
}

static void collect(change_list *list, change_search *s, bool all)
{
   const size_t n = s->matching->count, class_change = explained_class(s);

   *list = (change_list){ .changes = memory_new(n, sizeof *list->changes),
                          .unsure = memory_new(n, sizeof *list->unsure) };
   for (size_t i = 0; i < n; i++) {
      change_candidate *c = &s->candidates[i];
      bool wanted = c->change.status != CHANGE_NONE;

      if (!wanted && !c->costs.significant &&
          c->costs.ratio > 0 &&
          fabs(log(c->costs.ratio)) > log1p(s->threshold))
         list->unsure[list->unsure_count++] =
            (change_unsure){ i, c->costs.ratio, c->outer };
      if (causes_is_changed(c))
         c->change.explained = !c->cause;
      c->change.cost = c->change.explained ? c->outer : c->own;
      if (wanted && c->change.explained && !all && i != class_change) {
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
}

/* --- the difference of the total costs --- */

static int compare_rests(const void *a, const void *b)
{
   const double x = fabs(((const change_rest *)a)->self);
   const double y = fabs(((const change_rest *)b)->self);

   return (x < y) - (x > y);
}

/* Return the self cost of a pair on one side. */
static double self_of(const change_search *s, size_t pair, int side)
{
   return (double)match_sums(s->matching, &s->matching->pairs[pair],
                             side).self.sum;
}

/* Name the pairs without a row that hold most of a sum: the largest of parts[],
   one for each pair, that have its sign.  Return how many are named. */
static size_t name_largest(change_rest named[CHANGES_REST],
                           const change_search *s, const double *parts,
                           const bool *is_row, double sum)
{
   const size_t n = s->matching->count;
   change_rest *all = memory_new(n, sizeof *all);
   size_t count = 0;

   for (size_t i = 0; i < n; i++) {
      const double old = self_of(s, i, MATCH_OLD);

      if (is_row[i] || parts[i] * sum <= 0 ||
          fabs(parts[i]) <= REST_PART * fabs(sum))
         continue;
      all[count++] = (change_rest){
         i, parts[i], old > 0 ? self_of(s, i, MATCH_NEW) / old : 0 };
   }
   qsort(all, count, sizeof *all, compare_rests);
   count = count < CHANGES_REST ? count : CHANGES_REST;
   memcpy(named, all, count * sizeof *all);
   free(all);
   return count;
}

/* Name the routines that hold most of the rest, and those without a row that
   hold most of what the rows account for. */
static void find_holders(change_list *list, const change_search *s,
                         const parts_sum *parts, const bool *is_row)
{
   const size_t n = s->matching->count;
   double *rests = memory_new(n + 1, sizeof *rests);
   double *handed = memory_new(n + 1, sizeof *handed);

   for (size_t i = 0; i < n; i++) {
      const double step = self_of(s, i, MATCH_NEW) - self_of(s, i, MATCH_OLD);

      rests[i] = (double)parts[i];
      if (fabs(rests[i]) < fabs(step) / 2 && fabs(step) > list->least_rest)
         handed[i] = step;
   }
   list->rest_count = name_largest(list->rest, s, rests, is_row,
                                   list->left + list->outside);
   list->inside_count = name_largest(list->inside, s, handed, is_row,
                                     list->covered);
   free(rests);
   free(handed);
}

static parts_sum total_difference(const matching *m)
{
   return (parts_sum)m->models[MATCH_NEW]->total.cost -
          (parts_sum)m->models[MATCH_OLD]->total.cost;
}

/* Share out the difference of the total costs: to the causes, to routines
   without a row, to what the matching leaves out. */
static void find_parts(change_list *list, const change_search *s)
{
   const size_t n = s->matching->count;
   bool *is_row = memory_new(n + 1, sizeof *is_row);
   parts_sum *parts, covered = 0, left = 0;

   for (size_t i = 0; i < list->count; i++)
      is_row[list->changes[i].pair] = !list->changes[i].explained;
   parts = parts_find(s, is_row);
   for (size_t i = 0; i < n; i++)
      *(is_row[i] ? &covered : &left) += parts[i];
   for (size_t i = 0; i < list->count; i++)
      if (!list->changes[i].explained)
         list->changes[i].part = (double)parts[list->changes[i].pair];
   list->difference = (double)total_difference(s->matching);
   list->covered = (double)covered;
   list->left = (double)left;
   list->outside = (double)(total_difference(s->matching) - covered - left);
   list->least_rest = s->threshold * s->total;
   find_holders(list, s, parts, is_row);
   qsort(list->changes, list->count, sizeof *list->changes, compare_changes);
   free(parts);
   free(is_row);
}

/* Return whether a part of a difference is left that matters. */
static bool is_much(double left, double difference, double least)
{
   return fabs(left) > REST_PART * fabs(difference) && fabs(left) > least;
}

bool changes_is_rest(const change_list *list)
{
   return is_much(list->left + list->outside, list->difference,
                  list->least_rest);
}

/* Return what the causes leave of the difference of the total costs. */
static double uncovered(const change_search *s)
{
   const size_t n = s->matching->count;
   bool *is_row = memory_new(n + 1, sizeof *is_row);
   double left = (double)total_difference(s->matching);
   parts_sum *parts;

   for (size_t i = 0; i < n; i++)
      is_row[i] = s->candidates[i].cause || s->candidates[i].stands_alone;
   parts = parts_find(s, is_row);
   for (size_t i = 0; i < n; i++)
      left -= is_row[i] ? (double)parts[i] : 0;
   free(parts);
   free(is_row);
   return left;
}

/* Return whether a routine calls another one on either side. */
static bool calls(const change_search *s, size_t caller, size_t callee)
{
   size_t first, past;

   call_deltas_of_caller(&s->deltas, caller, &first, &past);
   for (size_t i = first; i < past; i++)
      if (s->deltas.list[i].callee == callee)
         return true;
   return false;
}

/* A cause below a routine explains the routine's change, however little it
   costs itself.  Where the causes leave much of the difference, the innermost
   of the program's routines that hold most of it and have changed is a cause as
   well. */
static void find_uncovered(change_search *s)
{
   const double difference = (double)total_difference(s->matching);
   size_t found;

   do {
      const double left = uncovered(s);
      double least = INFINITY;

      found = SIZE_MAX;
      for (size_t i = 0; i < s->matching->count &&
                         is_much(left, difference, s->threshold * s->total);
           i++) {
         const change_candidate *c = &s->candidates[i];
         const double whole = causes_is_changed(c) && !c->cause
            ? match_difference(s->matching, &s->matching->pairs[i]) : 0;

         if (whole * left <= 0 || fabs(whole) < fabs(left) / 2 ||
             is_runtime(s, i))
            continue;
         /* Of equal ones the callee. */
         if (fabs(whole) < least * (1 - EQUAL_PART) ||
             (fabs(whole) < least * (1 + EQUAL_PART) && calls(s, found, i))) {
            least = fabs(whole);
            found = i;
         }
      }
      if (found != SIZE_MAX) {
         s->candidates[found].cause = true;
         s->candidates[found].own = s->candidates[found].outer;
      }
   } while (found != SIZE_MAX);
}

static bool is_steep(const verdict *v)
{
   return v->growth.kind != GROWTH_UNDECIDED && v->has_exponent &&
          v->exponent > STEEP;
}

/* Return whether a routine grows otherwise than before, or is steep and only on
   one side. */
static bool has_other_growth(const change *c)
{
   const verdict *old = c->verdicts[MATCH_OLD], *new = c->verdicts[MATCH_NEW];

   if (c->status == CHANGE_NEW || c->status == CHANGE_GONE)
      return is_steep(c->status == CHANGE_NEW ? new : old);
   return (c->status == CHANGE_CLASS || c->status == CHANGE_EXPONENT) &&
          old->has_exponent && new->has_exponent &&
          new->exponent != old->exponent;
}

bool changes_is_little(const change *c, const matching *m)
{
   const double least = fmin((double)m->models[MATCH_OLD]->total.cost,
                             (double)m->models[MATCH_NEW]->total.cost);

   return fabs(c->explained ? c->cost : c->part) < LITTLE * least &&
          !has_other_growth(c);
}

/* --- both directions --- */

/* Return whether the new program is the one that costs less; of equal costs,
   the one with fewer calls. */
static bool is_new_cheaper(const matching *m)
{
   const model_total *old = &m->models[MATCH_OLD]->total;
   const model_total *new = &m->models[MATCH_NEW]->total;

   return new->cost != old->cost ? new->cost < old->cost
                                 : new->activations < old->activations;
}

/* Return a matching with its sides exchanged.  It shares all but `pairs`, which
   the caller frees, with the original. */
static matching exchange_matching(const matching *m)
{
   matching other = *m;

   other.pairs = memory_new(m->count + 1, sizeof *other.pairs);
   for (int side = 0; side < MATCH_SIDES; side++) {
      other.models[side] = m->models[!side];
      other.object_names[side] = m->object_names[!side];
      other.pair_of[side] = m->pair_of[!side];
      for (size_t i = 0; i < m->count; i++) {
         other.pairs[i].routines[side] = m->pairs[i].routines[!side];
         other.pairs[i].counts[side] = m->pairs[i].counts[!side];
      }
   }
   return other;
}

static double inverse(double ratio)
{
   return ratio > 0 ? 1 / ratio : 0;
}

static void exchange_change(change *c)
{
   verdict *const old = c->verdicts[MATCH_OLD];

   c->verdicts[MATCH_OLD] = c->verdicts[MATCH_NEW];
   c->verdicts[MATCH_NEW] = old;
   if (c->status == CHANGE_NEW || c->status == CHANGE_GONE)
      c->status = c->status == CHANGE_NEW ? CHANGE_GONE : CHANGE_NEW;
   c->ratio = inverse(c->ratio);
   c->cost = -c->cost;
   c->part = -c->part;
}

static void exchange_rests(change_rest *rests, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      rests[i].self = -rests[i].self;
      rests[i].times = inverse(rests[i].times);
   }
}

/* Turn the changes of exchanged sides into those of the sides as given. */
static void exchange_list(change_list *list)
{
   for (size_t i = 0; i < list->count; i++)
      exchange_change(&list->changes[i]);
   for (size_t i = 0; i < list->unsure_count; i++) {
      list->unsure[i].ratio = inverse(list->unsure[i].ratio);
      list->unsure[i].cost = -list->unsure[i].cost;
   }
   exchange_rests(list->rest, list->rest_count);
   exchange_rests(list->inside, list->inside_count);
   list->difference = -list->difference;
   list->covered = -list->covered;
   list->left = -list->left;
   list->outside = -list->outside;
}

static void find(change_list *list, const matching *m, double threshold,
                 bool all)
{
   change_search s = { .matching = m, .threshold = threshold,
                       .total = (double)m->models[MATCH_OLD]->total.cost };

   s.candidates = memory_new(m->count, sizeof *s.candidates);
   call_deltas_find(&s.deltas, m);
   for (size_t i = 0; i < m->count; i++)
      compare_pair(&s, i);
   causes_find(&s);
   find_uncovered(&s);
   collect(list, &s, all);
   find_parts(list, &s);
   free(s.deltas.list);
   free(s.candidates);
}

void changes_find(change_list *list, const matching *m, double threshold,
                  bool all)
{
   matching exchanged;

   if (!is_new_cheaper(m)) {
      find(list, m, threshold, all);
      return;
   }
   exchanged = exchange_matching(m);
   find(list, &exchanged, threshold, all);
   exchange_list(list);
   free(exchanged.pairs);
}

void changes_free(change_list *list)
{
   for (size_t i = 0; i < list->count; i++)
      for (int side = 0; side < MATCH_SIDES; side++)
         free(list->changes[i].verdicts[side]);
   free(list->changes);
   free(list->unsure);
}
