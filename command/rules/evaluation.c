/* What the evaluation of rules knows of a profile and of its baseline.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "rules/evaluation.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "compare/compare.h"
#include "names/labels.h"
#include "names/select.h"
#include "names/shorten.h"
#include "profile/reach.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const evaluation_result_names[] = {
   [RULE_HELD] = "held",
   [RULE_BROKEN] = "broken",
   [RULE_UNDECIDED] = "undecided",
   [RULE_ABSENT] = "absent",
};

char *evaluation_absent(const evaluation *e, const char *pattern)
{
   char *near = select_near(e->model, pattern);
   char *text = memory_format("no routine is found by this pattern%s", near);

   free(near);
   return text;
}

/* Compare the costs of a pair. */
static comparison compare_pair(const evaluation *e, size_t pair)
{
   prof_tuple *points[MATCH_SIDES];
   size_t counts[MATCH_SIDES];
   comparison c;

   for (int side = 0; side < MATCH_SIDES; side++)
      points[side] = match_points(e->baseline, &e->baseline->pairs[pair], side,
                                  &counts[side]);
   compare_points(points[MATCH_OLD], counts[MATCH_OLD], points[MATCH_NEW],
                  counts[MATCH_NEW], CHANGES_THRESHOLD,
                  (compare_hints){ true, false, true }, &c);
   for (int side = 0; side < MATCH_SIDES; side++)
      free(points[side]);
   return c;
}

const order_ranking *evaluation_ranking(evaluation *e, int side)
{
   if (e->rankings[side] == NULL) {
      e->rankings[side] = memory_new(1, sizeof *e->rankings[side]);
      *e->rankings[side] = order_routines(
         e->baseline ? e->baseline->models[side] : e->model, false, false,
         false);
   }
   return e->rankings[side];
}

const ranked *evaluation_suspect(evaluation *e, size_t routine)
{
   const order_ranking *ranking = evaluation_ranking(e, MATCH_NEW);

   if (e->suspects == NULL) {
      e->suspects = memory_new(e->model->routine_count + 1,
                               sizeof *e->suspects);
      for (size_t i = 0; i < ranking->count; i++)
         if (ranked_is_suspect(&ranking->list[i]))
            e->suspects[ranking->list[i].assessment->routine] =
               &ranking->list[i];
   }
   return e->suspects[routine];
}

const ranked *evaluation_told(evaluation *e, size_t routine)
{
   const order_ranking *ranking = evaluation_ranking(e, MATCH_NEW);
   const ranked *own = evaluation_suspect(e, routine);
   const prof_sum cost = model_sums(e->model, routine, MODEL_ALL_THREADS)
                         .outermost;

   if (own)
      return own->by_reread ? own : NULL;
   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];
      const assessment *a = r->assessment;

      /* Ever more calls in the course of the run are so in all activations. */
      if (ranked_is_suspect(r) && a->sums.outermost <= cost &&
          2 * a->sums.outermost >= cost &&
          (assess_is_called_seldom(a, ASSESS_FEW_CALLS) ||
           (r->by_reread && r->reread.steps)) &&
          reach_has(e->model, routine, a->routine))
         return r;
   }
   return NULL;
}

steep_end evaluation_begun(evaluation *e, size_t routine)
{
   const order_ranking *ranking = evaluation_ranking(e, MATCH_NEW);

   for (size_t i = 0; i < ranking->count; i++)
      if (ranking->list[i].assessment->routine == routine)
         return steep_end_below(ranking, ranking->list[i].assessment);
   return (steep_end){ .routine = NULL };
}

bool evaluation_has_common_sizes(const evaluation *e, size_t pair)
{
   return compare_pair(e, pair).common > 0;
}

double evaluation_common_part(const evaluation *e, size_t pair)
{
   const comparison c = compare_pair(e, pair);

   return c.common > 0 ? c.covered : 0;
}

bool evaluation_is_absent_before(const evaluation *e, size_t pair)
{
   return match_sums(e->baseline, &e->baseline->pairs[pair],
                     MATCH_OLD).calls == 0;
}

bool evaluation_is_unchanged(const evaluation *e, size_t routine)
{
   const size_t pair = e->baseline->pair_of[MATCH_NEW][routine];

   return pair != SIZE_MAX && !evaluation_is_absent_before(e, pair) &&
          !e->changed[pair] && evaluation_has_common_sizes(e, pair);
}

/* Find the routines whose cost was there before under another name: the callers
   of an inlined routine, or of one that got another name, cost what they did at
   equal sizes. */
static void find_moved(evaluation *e)
{
   const matching *m = e->baseline;
   const model *new = m->models[MATCH_NEW];
   bool *called = memory_new(m->count, sizeof *called);
   bool *unchanged = memory_new(new->routine_count, sizeof *unchanged);
   bool again;

   e->moved = memory_new(m->count, sizeof *e->moved);
   for (size_t i = 0; i < new->edge_count; i++)
      if (m->pair_of[MATCH_NEW][new->edges[i].callee] != SIZE_MAX)
         called[m->pair_of[MATCH_NEW][new->edges[i].callee]] = true;
   for (size_t i = 0; i < m->count; i++)
      e->moved[i] = called[i] && evaluation_is_absent_before(e, i);
   for (size_t i = 0; i < new->routine_count; i++)
      unchanged[i] = evaluation_is_unchanged(e, i);
   /* A caller that is new as well may have moved, too. */
   do {
      again = false;
      for (size_t i = 0; i < new->edge_count; i++) {
         const model_edge *edge = &new->edges[i];
         const size_t caller = m->pair_of[MATCH_NEW][edge->caller];
         const size_t callee = m->pair_of[MATCH_NEW][edge->callee];

         if (callee != SIZE_MAX && caller != callee && e->moved[callee] &&
             !unchanged[edge->caller] &&
             (caller == SIZE_MAX || !e->moved[caller])) {
            e->moved[callee] = false;
            again = true;
         }
      }
   } while (again);
   free(unchanged);
   free(called);
}

/* Names with template arguments may have thousands of characters. */
static void shorten_labels(char **labels, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      char *whole = labels[i];

      labels[i] = shorten_in_sentence(whole);
      free(whole);
   }
}

typedef struct {
   int rank;                          /* the program's own, the last of these,
                                         main, others */
   prof_sum cost;
   size_t routine;
} weighted;

static int compare_weights(const void *a, const void *b)
{
   const weighted *x = a, *y = b;

   if (x->rank != y->rank)
      return x->rank - y->rank;
   if (x->cost != y->cost)
      return x->cost < y->cost ? 1 : -1;
   return (x->routine > y->routine) - (x->routine < y->routine);
}

size_t *evaluation_by_weight(const evaluation *e, const bool *last)
{
   const size_t count = e->model->routine_count;
   weighted *list = memory_new(count + 1, sizeof *list);
   size_t *order = memory_new(count + 1, sizeof *order);

   for (size_t i = 0; i < count; i++) {
      const assessment a = {
         .m = e->model, .routine = i,
         .sums = model_sums(e->model, i, MODEL_ALL_THREADS)
      };

      list[i] = (weighted){
         !runtime_objects_is_internal(&a, (double)e->model->total.cost)
         ? last[i] : model_is_main(&e->model->routines[i]) ? 2 : 3,
         a.sums.outermost, i
      };
   }
   qsort(list, count, sizeof *list, compare_weights);
   for (size_t i = 0; i < count; i++)
      order[i] = list[i].routine;
   free(list);
   return order;
}

void evaluation_begin(evaluation *e, const model *m, const matching *baseline)
{
   *e = (evaluation){ .model = m, .baseline = baseline };
   e->labels = labels_new(m);
   shorten_labels(e->labels, m->routine_count);
   e->verdicts = memory_new(m->routine_count, sizeof *e->verdicts);
   if (baseline) {
      e->old_verdicts = memory_new(baseline->count, sizeof *e->old_verdicts);
      e->changed = memory_new(baseline->count, sizeof *e->changed);
      changes_find(&e->changes, baseline, CHANGES_THRESHOLD, true);
      for (size_t i = 0; i < e->changes.count; i++)
         e->changed[e->changes.changes[i].pair] =
            e->changes.changes[i].status != CHANGE_INPUT;
      find_moved(e);
   }
}

void evaluation_end(evaluation *e)
{
   labels_free(e->model, e->labels);
   for (size_t i = 0; i < e->model->routine_count; i++)
      free(e->verdicts[i]);
   free(e->verdicts);
   for (size_t i = 0; e->baseline && i < e->baseline->count; i++)
      free(e->old_verdicts[i]);
   free(e->old_verdicts);
   free(e->changed);
   free(e->moved);
   for (int side = 0; side < MATCH_SIDES; side++)
      if (e->rankings[side]) {
         order_free(e->rankings[side]);
         free(e->rankings[side]);
      }
   free(e->suspects);
   if (e->baseline)
      changes_free(&e->changes);
}
