/* What has changed between two profiles, and which routines are the cause.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "changes.h"
#include "compare.h"
#include "flows.h"
#include "memory.h"
#include "verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A class or an exponent has changed where that is so likely. */
#define LIKELY 0.8
/* Exponents that are nearer than this are equal. */
#define EXPONENT_STEP 0.1
/* A constant that changes the cost of the program by less is left alone. */
#define LEAST_SHARE 1e-4
/* Parts of a change that are no cause: where it is known exactly what callees
   explain, and where it is estimated. */
#define EXACT_PART 0.01
#define ROUGH_PART 0.25

const char *const change_names[] = {
   [CHANGE_CLASS] = "class", [CHANGE_EXPONENT] = "exponent",
   [CHANGE_CONSTANT] = "constant", [CHANGE_NEW] = "new",
   [CHANGE_GONE] = "gone",
};

/* A pair while it is being judged. */
typedef struct {
   change change;
   comparison costs;
   double excess;                     /* what its change costs, with callees */
   double own;                        /* the part that they don't explain */
   bool carrier;                      /* it has changed, or it calls one that
                                         has and costs other than before */
   bool cause, tainted;
} candidate;

typedef struct {
   const matching *matching;
   candidate *candidates;             /* one for each pair */
   flow_list flows;
   double threshold;
} finder;

/* --- one pair --- */

static verdict *judge_points(const prof_tuple *points, size_t count)
{
   verdict *v = memory_new(1, sizeof *v);

   verdict_of_worst(points, count, v);
   return v;
}

/* The probability that two verdicts are of different classes. */
static double class_difference(const verdict *old, const verdict *new)
{
   double equal = 0;

   for (int k = 0; k < GROWTH_KINDS; k++)
      equal += old->posterior[k] * new->posterior[k];
   return 1 - equal;
}

/* The probability that two exponents differ, by their intervals. */
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

/* Do the costs of new go on where old's would have gone? */
static bool goes_on(const verdict *old, const prof_tuple *new, size_t count,
                    double threshold)
{
   double all = 0, within = 0;

   for (size_t i = 0; i < count; i++) {
      const double cost = verdict_cost(&new[i], CASE_WORST);
      double mean, low, high;

      if (!infer_predict(old, (double)new[i].size, &mean, &low, &high))
         continue;
      all += cost;
      if (cost >= low / (1 + threshold) && cost <= high * (1 + threshold))
         within += cost;
   }
   return all > 0 && within > 0.8 * all;
}

static void judge_change(candidate *c, const prof_tuple *const points[],
                         const size_t counts[], bool same_build,
                         double threshold, double least_cost)
{
   change *found = &c->change;
   verdict *old, *new;
   double likely;

   /* A verdict can change because the sizes do.  A routine that costs the same
      at equal sizes has not changed, nor has one of the same build. */
   if (!c->costs.significant &&
       (same_build || c->costs.covered >= COMPARE_COVERED))
      return;
   old = found->verdicts[MATCH_OLD] = judge_points(points[0], counts[0]);
   if (!c->costs.significant && goes_on(old, points[1], counts[1], threshold))
      return;
   new = found->verdicts[MATCH_NEW] = judge_points(points[1], counts[1]);

   likely = class_difference(old, new);
   if (likely >= LIKELY && old->growth.kind != new->growth.kind &&
       old->growth.kind != GROWTH_UNDECIDED &&
       new->growth.kind != GROWTH_UNDECIDED) {
      found->status = CHANGE_CLASS;
      found->confidence = likely;
      return;
   }
   likely = exponent_difference(old, new);
   if (likely >= LIKELY) {
      found->status = CHANGE_EXPONENT;
      found->confidence = likely;
      return;
   }
   if (c->costs.significant && fabs(c->excess) >= least_cost) {
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

/* The same code does the same number of calls for the same input. */
static bool has_same_workload(const finder *f, size_t pair)
{
   size_t first, past;

   if (!match_same_build(f->matching, &f->matching->pairs[pair]))
      return true;
   flows_from(&f->flows, pair, &first, &past);
   for (size_t i = first; i < past; i++)
      if (f->flows.flows[i].calls[0] != f->flows.flows[i].calls[1])
         return false;
   return true;
}

static void judge_both(finder *f, candidate *c, const match_pair *pair,
                       double least_cost)
{
   prof_tuple *points[MATCH_SIDES];
   size_t counts[MATCH_SIDES];

   for (int side = 0; side < MATCH_SIDES; side++)
      points[side] = match_points(f->matching, pair, side, &counts[side]);
   if (counts[0] != counts[1] ||
       !equal_points(points[0], points[1], counts[0])) {
      compare_points(points[0], counts[0], points[1], counts[1],
                     f->threshold,
                     has_same_workload(f, pair - f->matching->pairs),
                     &c->costs);
      c->excess = compare_excess(&c->costs);
      c->change.ratio = c->costs.ratio;
      if (c->costs.touched)
         judge_change(c, (const prof_tuple *const *)points, counts,
                      match_same_build(f->matching, pair), f->threshold,
                      least_cost);
   }
   for (int side = 0; side < MATCH_SIDES; side++)
      free(points[side]);
}

static void judge_pair(finder *f, size_t index, double least_cost)
{
   const match_pair *pair = &f->matching->pairs[index];
   candidate *c = &f->candidates[index];
   prof_tuple sums[MATCH_SIDES];
   int only;

   c->change.pair = index;
   for (int side = 0; side < MATCH_SIDES; side++)
      sums[side] = match_sums(f->matching, pair, side);
   /* Routines that only an edge names have neither. */
   if ((sums[MATCH_OLD].calls > 0) == (sums[MATCH_NEW].calls > 0)) {
      if (sums[MATCH_OLD].calls > 0)
         judge_both(f, c, pair, least_cost);
   } else {
      size_t count;
      prof_tuple *points;

      only = sums[MATCH_NEW].calls > 0 ? MATCH_NEW : MATCH_OLD;
      points = match_points(f->matching, pair, only, &count);
      c->change.status = only == MATCH_NEW ? CHANGE_NEW : CHANGE_GONE;
      c->change.confidence = 1;
      c->change.verdicts[only] = judge_points(points, count);
      c->excess = c->own = (only == MATCH_NEW ? 1.0 : -1.0) *
                           (double)sums[only].outermost;
      free(points);
   }
}

/* --- causes --- */

static bool is_changed(const candidate *c)
{
   return c->change.status == CHANGE_CLASS ||
          c->change.status == CHANGE_EXPONENT ||
          c->change.status == CHANGE_CONSTANT;
}

/* How much of a caller's excess comes from one callee's being costlier than it
   was.  By calls: what as many calls as there are now would have cost, at the
   price that this caller paid before.  By sizes: at the callee's old cost for
   equal sizes. */
static double explained_by(const flow *edge, const candidate *callee,
                           bool by_calls)
{
   const double *calls = edge->calls, *costs = edge->costs;

   if (!callee->carrier || calls[0] == 0 || calls[1] == 0)
      return 0;
   if (by_calls || callee->costs.ratio == 0)
      return costs[1] - costs[0] * (calls[1] / calls[0]);
   return costs[1] * (1 - 1 / callee->costs.ratio);
}

/* What is left of a caller's excess. */
static double unexplained(const finder *f, const candidate *c, double excess,
                          bool by_calls)
{
   size_t first, past;

   flows_from(&f->flows, c->change.pair, &first, &past);
   for (size_t i = first; i < past; i++) {
      const flow *edge = &f->flows.flows[i];

      excess -= explained_by(edge, &f->candidates[edge->callee], by_calls);
   }
   return excess;
}

/* For as many calls all is exact: the costs of a routine are its self costs
   and those of its edges.  Otherwise there are two estimates; what one of them
   explains is explained. */
static void find_cause(const finder *f, candidate *c)
{
   const comparison *costs = &c->costs;
   const bool as_many = costs->calls[0] == costs->calls[1];
   double excess = costs->costs[1] -
                   costs->costs[0] * (costs->calls[1] / costs->calls[0]);

   c->own = unexplained(f, c, excess, true);
   if (!as_many) {
      const double other = unexplained(f, c, c->excess, false);

      if (fabs(other) < fabs(c->own)) {
         c->own = other;
         excess = c->excess;
      }
   }
   c->cause = fabs(c->own) > f->threshold * (costs->costs[1] - excess) &&
              fabs(c->own) > (as_many ? EXACT_PART : ROUGH_PART) *
                             fabs(excess);
}

/* Spreads a mark from callees to those callers whose cost is not as it was. */
static void spread(finder *f, bool (*is_marked)(const candidate *),
                   void (*mark)(candidate *))
{
   bool again;

   do {
      again = false;
      for (size_t i = 0; i < f->flows.count; i++) {
         const flow *edge = &f->flows.flows[i];
         candidate *caller = &f->candidates[edge->caller];

         if (caller->costs.touched && !is_marked(caller) &&
             is_marked(&f->candidates[edge->callee])) {
            mark(caller);
            again = true;
         }
      }
   } while (again);
}

static bool is_carrier(const candidate *c)
{
   return c->carrier;
}

static void make_carrier(candidate *c)
{
   c->carrier = true;
}

/* A routine with a cause at or below it. */
static bool is_tainted(const candidate *c)
{
   return c->cause || c->tainted;
}

static void taint(candidate *c)
{
   c->tainted = true;
}

static bool is_unexplained(const candidate *c)
{
   return is_changed(c) && !is_tainted(c);
}

/* Nothing may be explained by changes that nobody is told of: where a change
   has no cause below it the lowest that show it are the causes. */
static void find_missing_causes(finder *f)
{
   const size_t n = f->matching->count;

   for (bool found = true; found;) {
      bool *higher = memory_new(n, sizeof *higher);
      bool any_low = false;

      found = false;
      spread(f, is_tainted, taint);
      for (size_t i = 0; i < f->flows.count; i++) {
         const flow *edge = &f->flows.flows[i];

         if (edge->caller != edge->callee &&
             is_unexplained(&f->candidates[edge->callee]))
            higher[edge->caller] = true;
      }
      for (size_t i = 0; i < n; i++)
         any_low |= is_unexplained(&f->candidates[i]) && !higher[i];
      for (size_t i = 0; i < n; i++) {
         if (is_unexplained(&f->candidates[i]) && (!any_low || !higher[i])) {
            f->candidates[i].cause = found = true;
            f->candidates[i].own = f->candidates[i].excess;
         }
      }
      free(higher);
   }
}

/* --- new and gone --- */

/* The build of a routine's object on one side; NULL: it is not known. */
static const char *build_of(const finder *f, size_t pair, int side)
{
   const match_pair *p = &f->matching->pairs[pair];
   const model *m = f->matching->models[side];
   const char *id;

   if (p->counts[side] == 0)
      return NULL;
   id = m->objects[m->routines[*p->routines[side]].object].build_id;
   return *id && strcmp(id, MODEL_MIXED) != 0 ? id : NULL;
}

/* Was a routine's code in both profiles, used or not? */
static bool is_old_code(const finder *f, size_t pair, int side)
{
   const model *other = f->matching->models[!side];
   const char *id = build_of(f, pair, side);

   for (size_t i = 0; id && i < other->object_count; i++)
      if (strcmp(other->objects[i].build_id, id) == 0)
         return true;
   return false;
}

/* Is a routine a cause, in an object that was built anew? */
static bool is_changed_code(const finder *f, size_t pair)
{
   const candidate *c = &f->candidates[pair];
   const char *old = build_of(f, pair, MATCH_OLD);
   const char *new = build_of(f, pair, MATCH_NEW);

   return is_changed(c) && c->cause && old && new && strcmp(old, new) != 0;
}

/* A library's routine that is called for the first time, or no more, only by
   code that has changed is explained by that. */
static void explain_by_callers(finder *f, change_status status, int side)
{
   const size_t n = f->matching->count;
   bool *called = memory_new(n, sizeof *called);
   bool again;

   for (size_t i = 0; i < f->flows.count; i++)
      if (f->flows.flows[i].calls[side] > 0)
         called[f->flows.flows[i].callee] = true;
   for (size_t i = 0; i < n; i++) {
      change *c = &f->candidates[i].change;

      c->explained |= c->status == status && called[i] &&
                      is_old_code(f, i, side);
   }
   /* One caller that does not explain it speaks against it. */
   do {
      again = false;
      for (size_t i = 0; i < f->flows.count; i++) {
         const flow *edge = &f->flows.flows[i];
         change *callee = &f->candidates[edge->callee].change;
         const change *caller = &f->candidates[edge->caller].change;

         if (callee->status == status && callee->explained &&
             edge->calls[side] > 0 && edge->caller != edge->callee &&
             !(caller->status == status && caller->explained) &&
             !is_changed_code(f, edge->caller)) {
            callee->explained = false;
            again = true;
         }
      }
   } while (again);
   free(called);
}

/* --- all --- */

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

static void collect(change_list *list, finder *f, bool all)
{
   const size_t n = f->matching->count;

   *list = (change_list){ memory_new(n, sizeof *list->changes), 0, 0 };
   for (size_t i = 0; i < n; i++) {
      candidate *c = &f->candidates[i];
      bool wanted = c->change.status != CHANGE_NONE;

      if (is_changed(c))
         c->change.explained = !c->cause;
      c->change.cost = c->change.explained ? c->excess : c->own;
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

void changes_find(change_list *list, const matching *m, double threshold,
                  bool all)
{
   finder f = { .matching = m, .threshold = threshold };
   const double total = (double)m->models[MATCH_OLD]->total.cost;

   f.candidates = memory_new(m->count, sizeof *f.candidates);
   flows_of(&f.flows, m);
   for (size_t i = 0; i < m->count; i++)
      judge_pair(&f, i, LEAST_SHARE * total);
   for (size_t i = 0; i < m->count; i++)
      f.candidates[i].carrier = is_changed(&f.candidates[i]);
   spread(&f, is_carrier, make_carrier);
   for (size_t i = 0; i < m->count; i++)
      if (is_changed(&f.candidates[i]))
         find_cause(&f, &f.candidates[i]);
   find_missing_causes(&f);
   explain_by_callers(&f, CHANGE_NEW, MATCH_NEW);
   explain_by_callers(&f, CHANGE_GONE, MATCH_OLD);
   collect(list, &f, all);
   free(f.flows.flows);
   free(f.candidates);
}

void changes_free(change_list *list)
{
   for (size_t i = 0; i < list->count; i++)
      for (int side = 0; side < MATCH_SIDES; side++)
         free(list->changes[i].verdicts[side]);
   free(list->changes);
}
