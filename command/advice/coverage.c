/* Coverage: for which part of the cost the growth is known.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/coverage.h"
#include "advice/interpreter.h"
#include "advice/several_runs.h"
#include "assess/runtime_objects.h"
#include "assess/turns.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "debuginfo/symbols.h"
#include "profile/starts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of the cost that decides what is said. */
#define HALF 0.5
/* A part of the cost that another routine than the largest has, at the least, if it
   is named as well. */
#define FIFTH 0.2
/* A part of the cost that may be the work of inlined routines. */
#define INLINED 0.25
/* Basic blocks of its own for each cell of the input, at the least, and cells,
   from which on one activation seems to have loops within loops over its input.
   (An interpreter has the loops of a script.) */
#define MUCH_WORK 64.0
#define MANY_CELLS 1000.0
/* Costs of runs differ far more than their sizes if they differ by this factor
   more. */
#define FAR_APART 3.0
/* ... and, if larger sizes cost more, no growth of the size alone is so steep. */
#define CUBE 3.0
/* The cost of all activations of a recursion, as a multiple of that of the outermost
   ones, at the least. */
#define LEVELS 3.0
/* Steps from a routine of the C library to a caller outside, at most. */
enum { ROUNDS = 12 };

bool coverage_wants_sizes(const assessment *a)
{
   if (!a->inferred)
      return a->points_trms < DOUBTS_FEWEST_SIZES;
   return a->worst.growth.kind == GROWTH_UNDECIDED &&
          (a->worst.sizes_apart < DOUBTS_FEWEST_SIZES ||
           a->worst.warnings & (WARN_NARROW_RANGE | WARN_NARROW_COST));
}

static bool is_judged(const assessment *a)
{
   return a->inferred && assess_is_judged(&a->worst);
}

bool coverage_is_undecided(const assessment *a)
{
   return a->inferred && !is_judged(a) && !coverage_wants_sizes(a);
}

/* A routine of the C library without a class has the cost of its callers: their
   verdicts include it.  costs: the self cost of each routine; cost that has a
   caller moves there. */
static void move_to_callers(const model *m, const bool *moves, double *costs)
{
   double *called = memory_new(m->routine_count, sizeof *called);
   double *next = memory_new(m->routine_count, sizeof *next);

   for (size_t e = 0; e < m->edge_count; e++)
      if (m->edges[e].caller != m->edges[e].callee)
         called[m->edges[e].callee] += (double)m->edges[e].cost;
   for (int round = 0; round < ROUNDS; round++) {
      for (size_t i = 0; i < m->routine_count; i++)
         next[i] = moves[i] && called[i] > 0 ? 0 : costs[i];
      for (size_t e = 0; e < m->edge_count; e++) {
         const size_t caller = m->edges[e].caller, callee = m->edges[e].callee;

         if (caller != callee && moves[callee] && called[callee] > 0)
            next[caller] += costs[callee] * (double)m->edges[e].cost /
                            called[callee];
      }
      memcpy(costs, next, m->routine_count * sizeof *costs);
   }
   free(next);
   free(called);
}

/* Return whether a routine's growth is known.  What looks steep and is in doubt
   is not.  Nor is what has no name in generated code: a virtual machine jumps from
   one routine of the program to the next, so that it may be any number of them. */
static bool is_known(const ranked *r)
{
   const assessment *a = r->assessment;

   return is_judged(a) &&
          !(runtime_objects_is_generated(a->m, a->routine) &&
            runtime_objects_is_unnamed(a->m, a->routine)) &&
          !(r->doubted && r->suspicion == RANKED_REST);
}

/* Return the calls of each routine by others, without those of a recursion: most
   of these cost nothing outermost.  The caller frees the array. */
static prof_sum *calls_by_others(const model *m)
{
   prof_sum *calls = memory_new(m->routine_count + 1, sizeof *calls);

   for (size_t e = 0; e < m->edge_count; e++) {
      const model_edge *edge = &m->edges[e];

      if (edge->caller != edge->callee && 2 * edge->outermost >= edge->cost)
         calls[edge->callee] += edge->calls;
   }
   return calls;
}

/* Return whether others call a recursion seldom, and its outermost activations do
   the same as those within: these follow the curve up to the largest size, have
   most of the cost on several levels, and no loop over what is read anew.  (A walk
   through a list of elements is a recursion, too, if one of these is a list.)
   That of an interpreter goes over its script: the cost depends on what that
   does. */
static bool is_one_recursion(const ranked *r, const prof_sum *by_others)
{
   const assessment *a = r->assessment;
   const model *m = a->m;

   return by_others[a->routine] > 0 &&
          by_others[a->routine] <= (prof_sum)ASSESS_FEW_CALLS * m->run_count &&
          (double)a->sums.cost.sum >= LEVELS * (double)a->sums.outermost &&
          !(a->worst.warnings & WARN_LARGEST_OFF) &&
          r->reread.callee == RANKED_NONE &&
          !interpreter_is(m->objects[m->routines[a->routine].object].name);
}

/* Return whether a routine is judged, and its verdict includes all that it calls:
   it has an activation or a few in each of several runs, or is a recursion whose
   outermost activation is one of the points that are judged. */
static bool is_known_as_whole(const ranked *r, const prof_sum *by_others)
{
   const assessment *a = r->assessment;

   return is_known(r) &&
          ((a->m->run_count > 1 &&
            assess_is_called_seldom(a, ASSESS_FEW_CALLS)) ||
           is_one_recursion(r, by_others));
}

/* Return for each routine which part of its cost is below routines that are known
   as a whole: how that grows is known, though the routine itself may always
   have inputs of one size.  The caller frees the array. */
static double *known_above(const order_ranking *ranking, const model *m)
{
   double *known = memory_new(m->routine_count, sizeof *known);
   double *called = memory_new(m->routine_count, sizeof *called);
   double *next = memory_new(m->routine_count, sizeof *next);
   bool *judged = memory_new(m->routine_count, sizeof *judged);
   prof_sum *by_others = calls_by_others(m);

   for (size_t i = 0; i < ranking->count; i++)
      judged[ranking->list[i].assessment->routine] |=
         is_known_as_whole(&ranking->list[i], by_others);
   for (size_t e = 0; e < m->edge_count; e++)
      called[m->edges[e].callee] += (double)m->edges[e].cost;
   for (int round = 0; round < ROUNDS; round++) {
      memset(next, 0, m->routine_count * sizeof *next);
      for (size_t e = 0; e < m->edge_count; e++) {
         const size_t caller = m->edges[e].caller, callee = m->edges[e].callee;

         if (called[callee] > 0)
            next[callee] += (judged[caller] ? 1 : known[caller]) *
                            (double)m->edges[e].cost / called[callee];
      }
      memcpy(known, next, m->routine_count * sizeof *known);
   }
   free(by_others);
   free(judged);
   free(next);
   free(called);
   return known;
}

coverage coverage_find(const order_ranking *ranking)
{
   coverage c = { 0, 0, 0 };
   double all = 0, *costs, *selfs, *known;
   const model *m;
   bool *moves;

   if (ranking->count == 0)
      return c;
   m = ranking->list[0].assessment->m;
   costs = memory_new(m->routine_count, sizeof *costs);
   selfs = memory_new(m->routine_count, sizeof *selfs);
   moves = memory_new(m->routine_count, sizeof *moves);
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      const char *object = m->objects[m->routines[a->routine].object].name;

      if (runtime_objects_is_linker(object))
         continue;
      selfs[a->routine] += (double)a->sums.self.sum;
      moves[a->routine] = runtime_objects_has(object) &&
                          !runtime_objects_is_generated(m, a->routine) &&
                          !is_judged(a);
   }
   memcpy(costs, selfs, m->routine_count * sizeof *costs);
   move_to_callers(m, moves, costs);
   known = known_above(ranking, m);
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      const double self = selfs[a->routine];
      double cost = costs[a->routine];

      /* Of several threads each has its part. */
      if (a->thread != MODEL_ALL_THREADS)
         cost = self > 0 ? cost * (double)a->sums.self.sum / self : 0;
      all += cost;
      if (is_known(&ranking->list[i])) {
         c.judged += cost;
      } else if (coverage_wants_sizes(a)) {
         c.judged += cost * known[a->routine];
         c.few += cost * (1 - known[a->routine]);
      } else {
         c.undecided += cost;
      }
   }
   free(known);
   free(moves);
   free(selfs);
   free(costs);
   if (all > 0) {
      c.judged /= all;
      c.few /= all;
      c.undecided /= all;
   }
   return c;
}

char *coverage_describe(const coverage *c)
{
   if (c->judged + c->undecided + c->few <= 0)
      return NULL;
   return memory_format("known for %.1f %% of the cost; uncertain %.1f %%, too "
                        "few sizes %.1f %%", 100 * c->judged,
                        100 * c->undecided, 100 * c->few);
}

/* Return whether `a` is of more interest than `best`.  First, a routine that
   has done half of the work itself; next, a routine that has half of the cost
   in one activation, rather than its callers; last, the greatest cost. */
static bool is_nearer(const assessment *a, const assessment *best, double half)
{
   const assessment *both[] = { a, best };
   int rank[2];

   if (best == NULL)
      return true;
   for (int i = 0; i < 2; i++)
      rank[i] = (double)both[i]->sums.self.sum >= half ? 2
              : both[i]->sums.calls <= ASSESS_FEW_CALLS ? 1 : 0;
   if (rank[0] != rank[1])
      return rank[0] > rank[1];
   return rank[0] == 1 ? a->sums.outermost < best->sums.outermost
                       : a->sums.outermost > best->sums.outermost;
}

/* Return whether a routine is called often, on sizes near each other: those of
   an element, such as a record of a file, which other runs have as well. */
static bool has_sizes_of_elements(const assessment *a)
{
   return a->worst.warnings & (WARN_NARROW_COST | WARN_NARROW_RANGE) &&
          !assess_is_called_seldom(a, ASSESS_FEW_CALLS);
}

/* Return half of the program's cost without allocators and collectors, of which
   more runs tell nothing. */
static double half_of_cost(const order_ranking *ranking)
{
   double cost = runtime_objects_program_cost(ranking->list[0].assessment->m);

   for (size_t i = 0; i < ranking->count; i++)
      if (ranking->list[i].in_zone)
         cost -= (double)ranking->list[i].assessment->sums.self.sum;
   return HALF * cost;
}

assessment *coverage_unknown(const order_ranking *ranking)
{
   assessment *best = NULL;
   double half;

   if (ranking->count == 0)
      return NULL;
   half = half_of_cost(ranking);
   for (size_t i = 0; i < ranking->count; i++) {
      assessment *a = ranking->list[i].assessment;
      const model_routine *r = &a->m->routines[a->routine];

      if (coverage_wants_sizes(a) && !has_sizes_of_elements(a) &&
          !ranking->list[i].in_zone && (double)a->sums.outermost >= half &&
          (!ranking->list[i].internal || model_is_main(r)) &&
          is_nearer(a, best, half))
         best = a;
   }
   return best;
}

bool coverage_is_of_run(const order_ranking *ranking, const coverage *c)
{
   return c->few >= HALF && coverage_unknown(ranking) == NULL &&
          model_starts(ranking->list[0].assessment->m) == 1;
}

/* Return the own work for each cell of the input; 0: it is not much. */
static double much_work(const assessment *a)
{
   const double cells = (double)a->sums.trms;
   const double each = (double)a->sums.self.sum / cells;
   const size_t object = a->m->routines[a->routine].object;

   return a->points_trms == 0 || !assess_is_called_seldom(a, ASSESS_FEW_CALLS) ||
          each < MUCH_WORK || (cells < MANY_CELLS && !turns_has_square(a)) ||
          interpreter_is(a->m->objects[object].name) ? 0 : each;
}

/* Return a sentence about much own work for each cell of the input, or "".  The
   caller frees it. */
static char *work_words(const assessment *a)
{
   const double each = much_work(a);
   const bool given = assess_size_is_given(a->m, a->routine);
   char blocks[NUMBERS_TEXT], input[NUMBERS_TEXT];
   char *loop, *text;

   if (each == 0)
      return memory_string("");
   numbers_grouped(blocks, (prof_sum)(each + .5));
   numbers_grouped(input, a->sums.trms);
   loop = turns_describe_most(a);
   text = memory_format(
      "  It took %s %s of its own for each of the %s %s its %s%s: if that is a "
      "loop within a loop over its input, the cost is the square.%s",
      blocks, model_cost_name(a->m), input, given ? "units of" : "cells of",
      given ? "size" : "input", a->sums.calls > 1 ? "s" : "", loop);
   free(loop);
   return text;
}

/* Return whether a routine has much own work for each cell, in a loop. */
static bool has_much_work(const assessment *a)
{
   char *loop = turns_describe_most(a);
   const bool has = *loop != '\0' && much_work(a) > 0;

   free(loop);
   return has;
}

const assessment *coverage_other(const order_ranking *ranking,
                                 const assessment *unknown)
{
   const double least = FIFTH / HALF * half_of_cost(ranking);
   const assessment *best = NULL;

   if (has_much_work(unknown))
      return NULL;
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;

      if (a != unknown && !ranking->list[i].internal &&
          !ranking->list[i].in_zone && (double)a->sums.self.sum >= least &&
          (best == NULL || a->sums.self.sum > best->sums.self.sum) &&
          coverage_wants_sizes(a) && has_much_work(a))
         best = a;
   }
   return best;
}

char *coverage_describe_other(const assessment *other, const char *name)
{
   const cell share = cell_percent(other->sums.outermost,
                                   other->m->total.cost);
   char percent[CELL_PERCENT];
   char *work = work_words(other);
   char *text = memory_format("  Nor is it known how %s grows, %s %% of the run.%s",
                              name, cell_short_percent(percent, &share), work);

   free(work);
   return text;
}

/* Return what is wrong with the sizes if they are not too few. */
static const char *near_words(const assessment *a)
{
   if (a->points_trms < DOUBTS_FEWEST_SIZES)
      return "";
   return a->worst.warnings & WARN_NARROW_COST &&
          !(a->worst.warnings & WARN_NARROW_RANGE)
      ? ", of which some near each other have nearly all of the cost"
      : ", all near each other";
}

/* The costs of several runs, as many as a class needs, with one call each on sizes
   near each other. */
typedef struct {
   double least, greatest;
   bool rising;                       /* a larger size costs more in each case */
} run_costs;

/* Return whether there are such runs, and their costs differ far more than the sizes:
   runs as those that the advice is to make, which say no more if repeated. */
static bool cost_without_size(assessment *a, run_costs *c)
{
   const size_t starts = model_starts(a->m);
   const prof_tuple *points = assess_points(a);
   double last, sizes;

   if (starts < DOUBTS_FEWEST_SIZES || a->points_trms < DOUBTS_FEWEST_SIZES ||
       a->sums.calls != starts || a->size_min == 0)
      return false;
   last = assess_cost(&points[0], CASE_WORST);
   *c = (run_costs){ last, last, true };
   for (size_t i = 1; i < a->points_trms; i++) {
      const double cost = assess_cost(&points[i], CASE_WORST);

      c->rising = c->rising && cost > last;
      c->least = fmin(c->least, cost);
      c->greatest = fmax(c->greatest, cost);
      last = cost;
   }
   sizes = (double)a->size_max / (double)a->size_min;
   return c->greatest >= c->least * fmax(FAR_APART * sizes,
                                         c->rising ? pow(sizes, CUBE) : 0);
}

/* Return what such runs show, and what to do. */
static char *run_costs_words(const assessment *a, const run_costs *c)
{
   const bool given = assess_size_is_given(a->m, a->routine);
   char smallest[NUMBERS_TEXT], largest[NUMBERS_TEXT];
   char least[NUMBERS_TEXT], greatest[NUMBERS_TEXT];

   return memory_format(
      ", from %s to %s %s.  But its cost was from %s to %s %s%s, and report all "
      "profiles together:",
      numbers_grouped(smallest, a->size_min), numbers_grouped(largest, a->size_max),
      given ? "units" : "cells", numbers_grouped(least, (prof_sum)c->least),
      numbers_grouped(greatest, (prof_sum)c->greatest), model_cost_name(a->m),
      c->rising
      ? ": most of what it reads is the same in all runs, such as tables or a "
        "dictionary.  To see how it grows, vary that, or profile inputs beside which "
        "that is small"
      : ", which does not follow the sizes.  To see how it grows, profile inputs of "
        "one kind, and larger ones");
}

/* Return whether the compiler may have inlined calls into a routine: its debug
   information has some, or can't be read any more. */
static bool may_have_inlined(const model *m, const model_routine *r)
{
   const model_object *o = &m->objects[r->object];
   symbols *s = symbols_open(o->name, o->build_id);
   symbols_routine bounds = { .name = NULL };
   symbols_inlined call;
   uint64_t origin;
   bool may = symbols_state_of(s) != SYMBOLS_GOOD ||
              !symbols_origin(s, r->offset, &origin) ||
              !symbols_find(s, r->offset, &bounds);

   for (uint64_t at = bounds.start; !may && at < bounds.end; at++)
      may = symbols_inlined_at(s, at, 1, &call);
   free(bounds.name);
   symbols_close(s);
   return may;
}

char *coverage_advice(assessment *unknown, const char *name, bool told,
                      const char *other)
{
   const model *m = unknown->m;
   const model_routine *r = &m->routines[unknown->routine];
   const prof_sum self = unknown->sums.self.sum;
   const double all = runtime_objects_program_cost(m);
   const cell share = cell_percent(unknown->sums.outermost, m->total.cost);
   const size_t sizes = unknown->points_trms;
   char percent[CELL_PERCENT];
   char *had = sizes == 0
      ? memory_string("it did not return (--open counts it)")
      : memory_format("it had %zu size%s of input%s", sizes,
                      sizes == 1 ? "" : "s", near_words(unknown));
   char *work = told ? memory_string("") : work_words(unknown);
   const char *server = several_runs_is_server(m)
      ? "  The program is a server (it has called listen), so its input is the "
        "requests and the data that it keeps." : "";
   const char *inlined = (double)self >= INLINED * all && *r->file &&
                         may_have_inlined(m, r)
      ? "  The work may be in routines that the compiler has inlined: with "
        "--inline=all they have rows of their own." : "";
   run_costs costs;
   char *next = cost_without_size(unknown, &costs)
      ? run_costs_words(unknown, &costs)
      : memory_format(".%s%s%s%s  To see it, profile %s, and report all profiles "
                      "together:", work, inlined, server, other,
                      several_runs_inputs(m));
   char *text = memory_format(
      "How %s grows, %s %% of the run, is not known: %s%s%s",
      name, cell_short_percent(percent, &share), had,
      model_starts(m) > 1 ? " in all runs" : "", next);

   free(next);
   free(work);
   free(had);
   return text;
}
