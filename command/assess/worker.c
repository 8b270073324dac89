/* The routine that does the work of calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/worker.h"
#include "assess/read_sums.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "profile/edges.h"
#include "profile/reach.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A routine below the callee does the work if it reads this part of the cells,
   and has this part of the cost, or nearly all of the cost of one that has. */
#define LEAST_CELLS 0.5
#define LEAST_COST 0.5
#define NEARLY_ALL 0.8
/* Of two that share the work each has this part of the cost. */
#define LEAST_OF_PAIR 0.25
/* A cost is certain if at least this part of it is. */
#define SURE 0.99
/* Calls are followed this far: in a recursion they may be endless. */
enum { LONGEST = 50 };

/* Take a step down an edge from `at`, of whose cost the calls in question have
   `from->cost`, at least `from->least`: what other callers of `at` have may be
   calls of this edge, too. */
static worker step_down(const model *m, size_t at, const model_edge *edge,
                        const worker *from)
{
   const double whole =
      (double)model_sums(m, at, MODEL_ALL_THREADS).outermost;
   const double all = (double)edge->cost;
   const double others = fmax(0, whole - from->least);

   worker to = worker_none();

   to.routine = edge->callee;
   to.cost = whole > from->cost ? all * from->cost / whole : all;
   to.least = fmax(0, all - others);
   return to;
}

/* Return whether a routine of the program calls one in a library of the system's
   runtime, and not in a header. */
static bool is_called_in(const model *m, size_t caller, size_t library)
{
   return !runtime_objects_has_routine(m, caller) &&
          runtime_objects_has(m->objects[m->routines[library].object].name);
}

/* Where the way down is: the routine, the first routine of a library since the
   program's last, and all routines so far, the callee in front. */
typedef struct {
   worker at, first;
   size_t passed[LONGEST + 1], steps;
} way;

static bool has_passed(const way *w, size_t routine)
{
   for (size_t i = 0; i <= w->steps; i++)
      if (w->passed[i] == routine)
         return true;
   return false;
}

/* Return the calls by which the next step leads: those that read most, if that
   is most of the cells, or those that cost most, if each reads as much as a call
   of the callee.  (A dispatcher calls several routines, and those that cost most
   need not read most.)  NULL: the way ends.  What a recursion reads at one level,
   it reads at those above, too: its calls of itself, and of what leads to it, say
   nothing about who works. */
static const model_edge *next_calls(const model *m, size_t from,
                                    const worker_calls *of, const way *w)
{
   const double each = LEAST_CELLS * (double)of->cells / (double)of->calls;
   const model_edge *heaviest = NULL, *dearest = NULL;
   prof_sum most = 0;
   size_t past;

   for (size_t i = edges_of(m, from, &past); i < past; i++) {
      const model_edge *edge = &m->edges[i];
      const prof_sum *sums = read_sums_of(m, edge);

      if (sums == NULL || has_passed(w, edge->callee))
         continue;
      if (sums[READS_CELLS] > most) {
         heaviest = edge;
         most = sums[READS_CELLS];
      }
      if ((double)sums[READS_CELLS] >= each * (double)edge->calls &&
          (dearest == NULL || edge->cost > dearest->cost))
         dearest = edge;
   }
   return heaviest && (double)most >= LEAST_CELLS * (double)of->cells ? heaviest
                                                                      : dearest;
}

/* Take the next step; false: the way ends. */
static bool go_down(const model *m, const worker_calls *of, way *w)
{
   const size_t from = w->passed[w->steps];
   const model_edge *edge = next_calls(m, from, of, w);
   worker next;

   if (edge == NULL || edge->cost > of->cost)
      return false;
   next = step_down(m, from, edge, &w->at);
   if (next.cost < fmin(LEAST_COST * (double)of->cost, NEARLY_ALL * w->at.cost))
      return false;
   next.in_library = runtime_objects_has_routine(m, edge->callee);
   if (next.in_library && !w->at.in_library)
      w->first = next;
   w->at = next;
   w->passed[++w->steps] = edge->callee;
   return true;
}

/* Return whether all calls of a routine come from below another one, `above`,
   of which `caller` is a caller: no way up leads to where the program begins
   but through it. */
static bool is_below(const model *m, size_t routine, size_t above, size_t caller)
{
   bool *up = memory_new(m->routine_count, sizeof *up);
   bool *called = memory_new(m->routine_count, sizeof *called);
   bool is = true;

   for (size_t i = 0; i < m->edge_count; i++)
      if (m->edges[i].caller != m->edges[i].callee)
         called[m->edges[i].callee] = true;
   up[routine] = true;
   reach_spread(m, true, above, up);
   for (size_t i = 0; i < m->routine_count; i++)
      if (up[i] && (i == caller || !called[i]))
         is = false;
   free(called);
   free(up);
   return is;
}

/* Set found->pair, if the callee is a dispatcher that leaves its work to two routines
   of the program: each reads as much as its calls do, and together they have nearly
   all of the cost, which no other caller of the callee can have. */
static void find_pair(const model *m, const worker_calls *of, const way *w,
                      worker *found)
{
   const double each = LEAST_CELLS * (double)of->cells / (double)of->calls;
   size_t pair[2] = { WORKER_NONE, WORKER_NONE };
   double cost[2] = { 0, 0 };
   size_t past;

   for (size_t i = edges_of(m, w->passed[0], &past); i < past; i++) {
      const model_edge *edge = &m->edges[i];
      const prof_sum *sums = read_sums_of(m, edge);
      worker next;

      if (sums == NULL || has_passed(w, edge->callee) || edge->callee == of->caller ||
          runtime_objects_has_routine(m, edge->callee) ||
          (double)sums[READS_CELLS] < each * (double)edge->calls)
         continue;
      next = step_down(m, w->passed[0], edge, &w->at);
      if (next.least < SURE * next.cost || next.cost <= cost[1])
         continue;
      const size_t at = next.cost > cost[0] ? 0 : 1;

      if (at == 0) {
         pair[1] = pair[0];
         cost[1] = cost[0];
      }
      pair[at] = edge->callee;
      cost[at] = next.cost;
   }
   /* In a recursion their costs count repeatedly, and say nothing. */
   if (cost[1] < LEAST_OF_PAIR * (double)of->cost ||
       cost[0] + cost[1] < NEARLY_ALL * (double)of->cost ||
       SURE * (cost[0] + cost[1]) > (double)of->cost)
      return;
   memcpy(found->pair, pair, sizeof pair);
   memcpy(found->pair_cost, cost, sizeof cost);
}

/* Set the cost of the routine found, which the callee may call on several ways,
   to all that it costs, if all of it is below the calls in question. */
static void add_ways(const model *m, size_t callee, const worker_calls *of,
                     worker *found)
{
   const double whole =
      (double)model_sums(m, callee, MODEL_ALL_THREADS).outermost;
   prof_tuple sums;
   double all;

   if (found->routine == WORKER_NONE || (double)of->cost < SURE * whole)
      return;
   sums = model_sums(m, found->routine, MODEL_ALL_THREADS);
   all = fmin((double)of->cost, (double)sums.outermost);
   if (all > found->cost && is_below(m, found->routine, callee, of->caller))
      found->cost = found->least = all;
}

/* Return how many cells all calls of each routine have read, but for those of
   itself; the caller frees them. */
static double *cells_by_routine(const model *m)
{
   double *cells = memory_new(m->routine_count, sizeof *cells);

   for (size_t i = 0; i < m->edge_count; i++) {
      const model_edge *edge = &m->edges[i];
      const prof_sum *sums = read_sums_of(m, edge);

      if (sums && edge->caller != edge->callee)
         cells[edge->callee] += (double)sums[READS_CELLS];
   }
   return cells;
}

/* Set *found to a routine of the program further down on which the ways below the
   callee meet again, if it reads most of the cells and has most of the cost: a parser
   leaves its work to a routine for each state, and all of them fetch tokens.  No way
   leads there by calls that have most. */
static void find_joint(const model *m, size_t callee, const worker_calls *of,
                       worker *found)
{
   double *cells = cells_by_routine(m);

   for (size_t i = 0; i < m->routine_count; i++) {
      double all;

      if (cells[i] < LEAST_CELLS * (double)of->cells || i == callee ||
          i == of->caller || runtime_objects_has_routine(m, i))
         continue;
      all = (double)model_sums(m, i, MODEL_ALL_THREADS).outermost;
      if (all >= found->cost || all < LEAST_COST * (double)of->cost ||
          !is_below(m, i, callee, of->caller))
         continue;
      found->routine = i;
      found->cost = found->least = all;
   }
   free(cells);
}

/* Return the last routine with a name on a way that ends in a library, below the
   callee; WORKER_NONE: there is none in the library.  The place of one without a
   name tells nothing to people who do not maintain the library. */
static size_t named_on(const model *m, const way *w)
{
   for (size_t i = w->steps;
        i > 0 && runtime_objects_has_routine(m, w->passed[i]); i--)
      if (!runtime_objects_is_unnamed(m, w->passed[i]))
         return w->passed[i];
   return WORKER_NONE;
}

static worker find_worker(const model *m, size_t callee, const worker_calls *of)
{
   worker found = worker_none();
   way w;

   found.cost = found.least = (double)of->cost;
   w = (way){ found, found, { callee }, 0 };
   while (w.steps < LONGEST && go_down(m, of, &w))
      if (!w.at.in_library && w.at.routine != of->caller)
         found = w.at;
   if (!w.at.in_library)
      find_joint(m, callee, of, &found);
   if (w.steps == 0 && found.routine == WORKER_NONE)
      find_pair(m, of, &w, &found);
   if (!w.at.in_library)
      return found;
   if (found.routine == WORKER_NONE && is_called_in(m, callee, w.first.routine))
      return w.first;
   if (w.at.cost >= LEAST_COST * found.cost)
      found.library = named_on(m, &w);
   return found;
}

worker worker_find(const model *m, size_t callee, const worker_calls *of)
{
   worker found = find_worker(m, callee, of);

   add_ways(m, callee, of, &found);
   return found;
}

worker worker_of_reread(const ranked *r)
{
   const assessment *a = r->assessment;
   const ranked_reread *again = &r->reread;
   const worker_calls of = { a->routine, again->calls, again->cells, again->cost };

   return worker_find(a->m, again->callee, &of);
}

worker worker_of_calls(const model *m, size_t caller, size_t callee,
                       prof_sum *cost)
{
   const model_edge *edge = edges_find(m, caller, callee);
   const prof_sum *sums = edge ? read_sums_of(m, edge) : NULL;

   *cost = 0;
   if (sums == NULL)
      return worker_none();

   const worker_calls of = { caller, (uint64_t)sums[READS_CALLS],
                             sums[READS_CELLS], edge->cost };

   *cost = edge->cost;
   return worker_find(m, callee, &of);
}

size_t worker_or(worker w, size_t callee)
{
   if (w.pair[0] != WORKER_NONE)
      return w.pair[0];
   return w.routine != WORKER_NONE && !w.in_library ? w.routine : callee;
}

static char *words_of_pair(const worker *w, prof_sum cost,
                           char *(*name)(size_t, void *), void *data)
{
   char *first = name(w->pair[0], data), *second = name(w->pair[1], data);
   char *text = memory_format("; %.0f %% of that is %s, %.0f %% %s",
                              100 * w->pair_cost[0] / (double)cost, first,
                              100 * w->pair_cost[1] / (double)cost, second);

   free(second);
   free(first);
   return text;
}

static char *words_of_routine(const worker *w, prof_sum cost,
                              char *(*name)(size_t, void *), void *data)
{
   char *text, *of;

   if (w->routine == WORKER_NONE)
      return w->pair[0] == WORKER_NONE ? memory_string("")
                                       : words_of_pair(w, cost, name, data);
   of = name(w->routine, data);
   if (w->least >= SURE * w->cost)
      text = memory_format("; %.0f %% of that is %s",
                           100 * w->cost / (double)cost, of);
   else if (w->least >= LEAST_COST * (double)cost)
      text = memory_format("; at least %.0f %% of that is %s",
                           100 * w->least / (double)cost, of);
   else
      text = memory_format("; most of that is probably %s", of);
   free(of);
   return text;
}

char *worker_words(const worker *w, prof_sum cost,
                   char *(*name)(size_t, void *), void *data)
{
   char *routine = words_of_routine(w, cost, name, data), *library, *text;

   if (w->library == WORKER_NONE)
      return routine;
   library = name(w->library, data);
   text = memory_format("%s%s %s", routine,
                        *routine ? ", mostly in" : "; most of that is in",
                        library);
   free(library);
   free(routine);
   return text;
}
