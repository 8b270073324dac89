/* What has changed between two profiles, and which routines are the cause.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/changes.h"
#include "base/memory.h"
#include "compare/by_input.h"
#include "compare/causes.h"
#include "compare/difference.h"
#include "compare/pair_change.h"
#include "compare/same_input.h"

#include <math.h>
#include <stdlib.h>

/* Confidences that differ by less are called equal. */
#define AS_SURE 0.01
/* A part of the program's cost below which a change is folded. */
#define LITTLE 1e-3
/* The exponent of a new routine from which it is never folded. */
#define STEEP 1.4

const char *const changes_status_names[] = {
   [CHANGE_CLASS] = "class", [CHANGE_EXPONENT] = "exponent",
   [CHANGE_CONSTANT] = "constant", [CHANGE_NEW] = "new",
   [CHANGE_GONE] = "gone", [CHANGE_INPUT] = "input",
};

/* --- all pairs --- */

static int compare_costs(const void *a, const void *b)
{
   const change *x = a, *y = b;
   const double p = fabs(x->explained ? x->cost : x->part);
   const double q = fabs(y->explained ? y->cost : y->part);

   if (p != q)
      return p > q ? -1 : 1;
   return (x->pair > y->pair) - (x->pair < y->pair);
}

static int compare_changes(const void *a, const void *b)
{
   const change *x = a, *y = b;

   return x->explained != y->explained ? x->explained - y->explained
                                       : compare_costs(a, b);
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

bool changes_is_rest(const change_list *list)
{
   return difference_is_much(list->left + list->outside, list->difference,
                  list->least_rest);
}

bool changes_is_rest_shown(const change_list *list, const matching *m)
{
   const double least = LITTLE * (double)m->models[MATCH_OLD]->total.cost;

   return list->count == 0 ? changes_is_rest(list)
                           : difference_is_much(list->left + list->outside,
                                                list->difference, least);
}

double changes_equal_ratio(const change *c, const matching *m)
{
   const double all = c->ratio > 0 && same_input_is(m)
      ? same_input_ratio(m, c->pair) : 0;

   return all > 0 && (all > 1) != (c->ratio > 1) ? 0 : c->ratio;
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
      other.hidden[side] = m->hidden[!side];
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
   const bool withdrawn = c->withdrawn[MATCH_OLD];

   c->verdicts[MATCH_OLD] = c->verdicts[MATCH_NEW];
   c->verdicts[MATCH_NEW] = old;
   c->withdrawn[MATCH_OLD] = c->withdrawn[MATCH_NEW];
   c->withdrawn[MATCH_NEW] = withdrawn;
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
      pair_change_find(&s, i);
   by_input_find(&s);
   causes_find(&s);
   difference_cover(&s);
   collect(list, &s, all);
   difference_share_out(list, &s);
   /* The one class that is explained and listed all the same is no less than
      the causes below it. */
   qsort(list->changes, list->count, sizeof *list->changes,
         all ? compare_changes : compare_costs);
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
