/* How the whole program grows: see advice/whole_growth.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/whole_growth.h"
#include "advice/coverage.h"
#include "assess/runtime_objects.h"
#include "assess/steep_end.h"
#include "assess/suspicion.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "names/labels.h"
#include "profile/reach.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A smaller part of the cost decides nothing. */
#define LEAST_PART 0.05
/* The part of the cost from which a routine stands for the program. */
#define WHOLE 0.9
/* The part of a routine's cost from which it can't hide its growth in that one: the
   square of the input in a quarter of the cost makes it grow by 1.25 at the end. */
#define SHOWS 0.25

static bool has_part(const assessment *a)
{
   return (double)a->sums.outermost >= LEAST_PART * (double)a->m->total.cost;
}

/* Return whether a routine has a few activations in each run, and several runs
   show that it grows no faster than n log n. */
static bool is_harmless(const ranked *r)
{
   const assessment *a = r->assessment;

   return a->inferred && a->worst.growth.kind != GROWTH_UNDECIDED &&
          (!r->internal || model_is_main(&a->m->routines[a->routine])) &&
          a->thread == MODEL_ALL_THREADS &&
          a->m->run_count > 1 && assess_is_called_seldom(a, ASSESS_CALLS_OF_WHOLE) &&
          !coverage_wants_sizes(a) && r->reread.callee == RANKED_NONE &&
          !(a->worst.warnings & WARN_NARROW_RANGE) &&
          doubts_superlinear(&a->worst) <= 1 - VERDICT_LIKELY;
}

/* Return whether a routine with a part in the cost may grow faster than
   n log n. */
static bool may_be_steep(const ranked *r)
{
   const assessment *a = r->assessment;

   return suspicion_looks_steep(r) || r->turns.steady ||
          (has_part(a) && !r->internal && a->inferred &&
           a->worst.growth.kind != GROWTH_UNDECIDED &&
           doubts_superlinear(&a->worst) > 1 - VERDICT_LIKELY);
}

/* What stands for the program: one routine with nearly all of the cost, or main
   and what its threads run. */
typedef struct {
   const ranked *one;                 /* the costliest of it; NULL: nothing
                                         stands for the program */
   size_t count;
   prof_sum cost;                     /* of all of it */
   double superlinear;                /* the greatest of it */
} whole;

/* Return of each routine whether most of its cost is in calls of harmless ones,
   directly or not.  (The call that starts a thread costs next to nothing of what
   the thread does.)  The caller frees the array. */
static bool *below_harmless(const order_ranking *ranking, const model *m)
{
   bool *harmless = memory_new(m->routine_count + 1, sizeof *harmless);
   bool *below = memory_new(m->routine_count + 1, sizeof *below);
   bool again;

   for (size_t i = 0; i < ranking->count; i++)
      harmless[ranking->list[i].assessment->routine] |=
         is_harmless(&ranking->list[i]);
   do {
      double *costs = memory_new(m->routine_count + 1, sizeof *costs);

      again = false;
      for (size_t i = 0; i < m->edge_count; i++) {
         const model_edge *edge = &m->edges[i];

         if (edge->caller != edge->callee &&
             (harmless[edge->caller] || below[edge->caller]))
            costs[edge->callee] += (double)edge->cost;
      }
      for (size_t i = 0; i < m->routine_count; i++)
         if (!below[i] &&
             2 * costs[i] > (double)model_sums(m, i, MODEL_ALL_THREADS)
                            .outermost)
            below[i] = again = true;
      free(costs);
   } while (again);
   free(harmless);
   return below;
}

static void take_part(whole *w, const ranked *r)
{
   const assessment *a = r->assessment;

   if (w->one == NULL || a->sums.outermost > w->one->assessment->sums.outermost)
      w->one = r;
   w->count++;
   w->cost += a->sums.outermost;
   w->superlinear = fmax(w->superlinear, doubts_superlinear(&a->worst));
}

/* Return main and the routines of its threads, if all of them are harmless. */
static whole find_threads(const order_ranking *ranking, const model *m,
                          double program_cost)
{
   bool *below = below_harmless(ranking, m), has_main = false;
   prof_sum threads = 0;
   whole w = { .one = NULL };

   for (size_t i = 0; i < m->run_count; i++)
      threads += m->runs[i].threads;
   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];

      if (below[r->assessment->routine] || !is_harmless(r))
         continue;
      has_main |= model_is_main(&m->routines[r->assessment->routine]);
      take_part(&w, r);
   }
   free(below);
   if (!has_main || threads <= m->run_count ||
       (double)w.cost < WHOLE * program_cost)
      w.one = NULL;
   return w;
}

/* Return of each routine whether a root or what it calls gets to it, but for the
   calls of `without`.  The caller frees the array. */
static bool *reached(const model *m, size_t without)
{
   bool *is = memory_new(m->routine_count + 1, sizeof *is);
   prof_sum *called = memory_new(m->routine_count + 1, sizeof *called);

   for (size_t i = 0; i < m->edge_count; i++)
      called[m->edges[i].callee] += m->edges[i].calls;
   for (size_t i = 0; i < m->routine_count; i++)
      is[i] = i != without &&
              model_sums(m, i, MODEL_ALL_THREADS).calls > called[i];
   reach_spread(m, false, without, is);
   free(called);
   return is;
}

/* Return whether all calls of a routine are below one harmless routine, and have
   much of its cost: if the routine grew faster, so would that one. */
static bool is_within_harmless(const order_ranking *ranking, const ranked *r)
{
   const assessment *a = r->assessment;
   bool is = false;

   if (r->turns.steady || a->thread != MODEL_ALL_THREADS)
      return false;
   for (size_t i = 0; i < ranking->count && !is; i++) {
      const assessment *of = ranking->list[i].assessment;

      if (of->routine != a->routine && is_harmless(&ranking->list[i]) &&
          (double)a->sums.outermost >= SHOWS * (double)of->sums.outermost) {
         bool *others = reached(a->m, of->routine);

         is = !others[a->routine];
         free(others);
      }
   }
   return is;
}

static whole find_whole(const order_ranking *ranking)
{
   whole w = { .one = NULL };
   double program_cost;
   const model *m;

   if (ranking->count == 0)
      return w;
   m = ranking->list[0].assessment->m;
   program_cost = runtime_objects_program_cost(m);
   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];

      if (may_be_steep(r) && !is_within_harmless(ranking, r))
         return (whole){ .one = NULL };
      if (is_harmless(r) &&
          (double)r->assessment->sums.outermost >= WHOLE * program_cost &&
          (w.one == NULL || r->assessment->sums.outermost > w.cost)) {
         w = (whole){ .one = NULL };
         take_part(&w, r);
      }
   }
   return w.one ? w : find_threads(ranking, m, program_cost);
}

/* Return the sentence on growth that has only begun.  sizes: in words. */
static char *begun_words(const model *m, const steep_end *end, const char *name,
                         const char *sizes)
{
   char *of = labels_of_row(m, end->routine->assessment->routine);
   char *text = memory_format(
      "%s has grown as n log n or slower so far (%s), but %s has begun to grow "
      "faster: at the largest inputs it costs %.1f times as much where its own "
      "input doubles, and has %.1f %% of the cost; at ten times the input that "
      "would be %.0f %%.  Profile larger inputs to see it.",
      name, sizes, of, end->doubled, 100 * end->part, 100 * end->later);

   free(of);
   return text;
}

bool whole_growth_is_known(const order_ranking *ranking)
{
   return find_whole(ranking).one != NULL;
}

char *whole_growth_praise(const order_ranking *ranking)
{
   const whole w = find_whole(ranking);
   char low[NUMBERS_TEXT], high[NUMBERS_TEXT], percent[CELL_PERCENT];
   const char *sure;
   const verdict *v;
   const model *m;
   char *name, *sizes, *text;
   steep_end end;
   cell share;

   if (w.one == NULL)
      return NULL;
   m = w.one->assessment->m;
   v = &w.one->assessment->worst;
   sure = w.superlinear <= 1 - VERDICT_SURE ? "sure" : "likely";
   share = cell_percent(w.cost, m->total.cost);
   cell_short_percent(percent, &share);
   if (w.count > 1)
      return memory_format(
         "main and what its threads run, together %s %% of the cost, are %s to "
         "grow as n log n or slower.", percent, sure);
   name = labels_of_row(m, w.one->assessment->routine);
   sizes = memory_format("%zu sizes from %s to %s%s", v->sizes,
                         numbers_grouped(low, (prof_sum)v->size_min),
                         numbers_grouped(high, (prof_sum)v->size_max),
                         assess_size_unit(m, w.one->assessment->routine));
   end = steep_end_below(ranking, w.one->assessment);
   if (end.routine)
      text = begun_words(m, &end, name, sizes);
   else
      text = memory_format(
         "%s, %s %% of the cost, is %s to grow as n log n or slower (%s).",
         name, percent, sure, sizes);
   free(sizes);
   free(name);
   return text;
}
