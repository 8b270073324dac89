/* Calls whose number may grow with the input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/often_called.h"
#include "advice/by_number.h"
#include "advice/coverage.h"
#include "assess/circle.h"
#include "assess/lone.h"
#include "assess/own_code.h"
#include "assess/read_sums.h"
#include "assess/rereads.h"
#include "assess/run_sizes.h"
#include "assess/runtime_objects.h"
#include "assess/worker.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "profile/starts.h"
#include "source/call_places.h"

#include <math.h>
#include <stdlib.h>

/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.1
/* Calls for each activation of the caller, at the least: pages of a site, edits of a
   text, and names in it are fewer than records. */
#define LEAST_CALLS 50.0
/* What the calls read, at the least, as a multiple of the caller's own input.
   Calls that read each cell of it a few times are the loop of a linear
   routine. */
#define LEAST_TIMES 8.0
/* ... in a recursion so often for each level that halves its data: a sort reads
   each cell once or twice there. */
#define LEVELS 2.0
/* Large inputs are what costs if they have this part of the callee's cells. */
#define NEARLY_ALL 0.9
/* What a call reads, at the least, as a part of the number of calls.  Where
   both grow with the input, they differ by a constant factor; a record of a
   file is small whatever the number of records.  Of sizes that vary, such as
   those of a queue that gets longer and shorter, those count with which most
   cells are read. */
#define LEAST_SIZE (1 / 16.0)
/* ... and as a part of the caller's input, or again of the number of calls: what grows
   with the input is a part of it.  A line of a file that is looked up in tables of a
   fixed size, or in a tree, reads less, however many lines there are.  (A recursion
   may read much beside what it searches.) */
#define PART_OF_INPUT (1 / 32.0)
#define EACH_OF_ALL 0.5
/* ... unless all calls read such a part of the square of the caller's input, if
   that is large.  Each call may read a small part of it then, such as one way
   through a tree.  (The state of a simulation is small, or its steps read most
   of it.) */
#define LEAST_OF_SQUARE (1 / 16.0)
#define LARGE_INPUT 10000.0

/* With fewer activations in each run that others call, a recursion is not judged
   by its sizes, whatever number of activations it has in all. */
#define FEW_OUTER 5.0
/* What a recursion of several routines calls may be the steps of a script, which
   are more or less alike.  Calls that end anywhere in the same data, such as a
   search in a list, change by this part of their mean from one to the next.
   (Those of loops of shells change by 0.05, of an array of bash by 0.18.) */
#define LEAST_CHANGE 0.1
/* ... or each reads this part of the whole program's input, or more, such as all
   elements of an array: no ordinary step of a script does. */
#define MUCH_OF_ALL 0.125

/* Calls in a recursion that are not below each other cost no more than so many times
   what the outermost of their callee cost. */
#define BESIDE 1.05

/* Routines between that which calls back and that which the program calls. */
enum { ROUNDS = 8 };

/* A routine in all its threads.  Of a recursion only the activations count that
   others call: it is one loop over their input.  If one activation has nearly
   all cost, it is the only one that counts. */
typedef struct {
   double trms, calls;
   double cells;                      /* trms of all its activations */
   double cost;                       /* of its outermost activations */
   double lone;                       /* the input of that activation, or 0 */
   bool several;                      /* in more threads than one */
   bool wants;                        /* too few sizes to be judged */
   bool unknown;                      /* ... and a routine of the program */
   bool runtime;
   double times;                      /* what its calls read, at the least, as a
                                         multiple of trms; only of caller_of */
   double part;                       /* what a call reads, at the least, as a
                                         part of trms; only of caller_of */
} calling;

/* In a recursion one activation may have all that is called below it. */
static void set_lone(calling *callers, const model *m,
                     const circle_numbers *circles)
{
   for (size_t i = 0; i < m->routine_count; i++)
      if (callers[i].lone > 0 && circles->of[i] == 0) {
         callers[i].trms = fmin(callers[i].trms, callers[i].lone);
         callers[i].calls = 1;
      }
}

static calling *make_callers(const order_ranking *ranking, const model *m)
{
   calling *callers = memory_new(m->routine_count, sizeof *callers);

   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      const bool runtime =
         runtime_objects_has(m->objects[m->routines[a->routine].object].name);
      calling *c = &callers[a->routine];

      if (c->several ||
          !lone_find(ranking->list[i].assessment, false, &c->lone))
         c->lone = 0;
      c->several = true;
      c->cells += (double)a->sums.trms;
      c->cost += (double)a->sums.outermost;
      c->trms += (double)a->sums.trms -
                 rereads_of_files(m, a->routine, (double)a->sums.external);
      c->calls += (double)a->sums.calls;
      c->wants |= coverage_wants_sizes(a);
      c->unknown |= coverage_wants_sizes(a) && !runtime;
      c->runtime = runtime;
   }
   for (size_t i = 0; i < m->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, &m->optionals[i], &sums);

      if (edge && edge->caller == edge->callee) {
         callers[edge->caller].cells -= (double)sums[READS_CELLS];
         callers[edge->caller].trms -= (double)sums[READS_CELLS];
         callers[edge->caller].calls -= (double)edge->calls;
      }
   }
   set_lone(callers, m, &ranking->circles);
   return callers;
}

/* Return the size so that half of the cells that a routine reads are read in
   inputs of this size or more.  (A mean would be that of a single large input,
   such as a file that is read as a whole by the first call.) */
static double typical_size(const model *m, size_t routine)
{
   size_t count;
   prof_tuple *points = model_points(m, routine, MODEL_ALL_THREADS, PROF_TRMS,
                                     false, &count);
   double cells = 0, above = 0, size = 0;

   for (size_t i = 0; i < count; i++)
      cells += (double)points[i].size * (double)points[i].calls;
   for (size_t i = count; i > 0 && 2 * above < cells; i--) {
      size = (double)points[i - 1].size;
      above += size * (double)points[i - 1].calls;
   }
   free(points);
   return size;
}

/* Return whether calls are more than the steps of a script. */
static bool are_no_steps(const model *m, const prof_sum *sums)
{
   const double cells = (double)sums[READS_CELLS];
   const double input = (double)m->total.trms / fmax(1, (double)m->run_count);

   return (double)sums[READS_CHANGES] >= LEAST_CHANGE * cells ||
          cells >= MUCH_OF_ALL * input * (double)sums[READS_CALLS];
}

/* Return the caller of an edge with these sums.  What is below a routine of a
   recursion, it has in all activations above it.  (What a library does with data of
   its own is its own loop; that of a sort that calls back is the program's.) */
static calling caller_of(const model *m, const model_optional *o,
                         const model_edge *edge, const prof_sum *sums,
                         const calling *callers, const circle_numbers *circles,
                         const circle_calls *recursions)
{
   const double runs = fmax(1, (double)m->run_count);
   const calling *c = &callers[edge->caller];
   const size_t circle = circles->of[edge->caller];
   const circle_calls *of = &recursions[circle];
   const bool own = c->runtime && callers[edge->callee].runtime;
   calling r = *c;

   r.times = LEAST_TIMES;
   r.part = PART_OF_INPUT;
   r.unknown = c->wants && !own;
   if (circle == 0 ||
       (circle == circles->of[edge->callee] &&
        (double)edge->cost > BESIDE * callers[edge->callee].cost) ||
       !read_sums_has_changes(o) || !are_no_steps(m, sums))
      return r;
   r.part = 0;
   r.trms = fmin(c->trms, of->cells);
   r.times = fmax(LEAST_TIMES, LEVELS * log2(fmax(1, r.trms)));
   r.calls = fmax(1, fmin(of->large, circle_dear_calls(of)));
   r.unknown |= circle_dear_calls(of) < FEW_OUTER * runs && !own;
   return r;
}

/* Return whether a call on so many cells reads what gets more with the calls. */
static bool is_large(double size, double calls, const calling *from)
{
   return size >= LEAST_SIZE * calls &&
          (size * from->calls >= from->part * from->trms ||
           size >= EACH_OF_ALL * calls);
}

static bool matters(const model *m, const often_called *c,
                    const calling *callers, const calling *from, double cost)
{
   const double calls = (double)c->calls, cells = (double)c->cells;

   /* What other callers have it read says nothing about these calls. */
   const bool is_bulk = 2 * cells >= callers[c->callee].cells;

   return from->unknown && c->caller != c->callee &&
          !assess_size_is_given(m, c->caller) &&
          !assess_size_is_given(m, c->callee) &&
          (double)c->cost >= LEAST_PART * cost &&
          calls >= LEAST_CALLS * from->calls &&
          cells >= from->times * from->trms &&
          (is_large(cells / calls, calls, from) ||
           (from->trms >= LARGE_INPUT &&
            cells >= LEAST_OF_SQUARE * from->trms * from->trms) ||
           (is_bulk && is_large(typical_size(m, c->callee), calls, from))) &&
          !(is_bulk && run_sizes_are_alike(m, c->callee)) &&
          !run_sizes_number_grows(m, c->caller, c->callee);
}

/* Return the routine of a library that the program calls, and that ends in this one:
   people know it as the one that calls back. */
static size_t entry_of(const model *m, const calling *callers, size_t routine)
{
   for (int round = 0; round < ROUNDS && callers[routine].runtime; round++) {
      const size_t caller = model_main_caller(m, routine);

      if (caller == RANKED_NONE || !callers[caller].runtime)
         break;
      routine = caller;
   }
   return routine;
}

/* Insert calls into a list that is sorted by cost. */
static size_t insert(often_called *list, size_t count, const often_called *c)
{
   size_t at = count < OFTEN_CALLED_MOST ? count : OFTEN_CALLED_MOST - 1;

   if (count == OFTEN_CALLED_MOST && list[at].cost >= c->cost)
      return count;
   for (; at > 0 && list[at - 1].cost < c->cost; at--)
      list[at] = list[at - 1];
   list[at] = *c;
   return count < OFTEN_CALLED_MOST ? count + 1 : count;
}

/* Insert routines whose work is a number of turns.  (The mean of their work
   says nothing if one activation has nearly all of it.) */
static size_t insert_by_number(const order_ranking *ranking,
                               const calling *callers, double program_cost,
                               often_called *list, size_t count)
{
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      const size_t caller = by_number_caller(a, program_cost);
      double size;

      if (caller != RANKED_NONE && callers[caller].unknown &&
          (a->sums.calls == 1 ||
           !lone_find(ranking->list[i].assessment, true, &size))) {
         const often_called c = {
            caller, a->routine, a->sums.calls, a->sums.calls, a->sums.trms,
            a->sums.outermost, worker_none(), by_number_each(a),
            by_number_direct(a),
         };

         count = insert(list, count, &c);
      }
   }
   return count;
}

size_t often_called_find(const order_ranking *ranking,
                         often_called found[OFTEN_CALLED_MOST])
{
   const circle_numbers *circles = &ranking->circles;
   const model *m;
   calling *callers;
   circle_calls *recursions;
   double cost;
   size_t count = 0;

   if (ranking->count == 0)
      return 0;
   m = ranking->list[0].assessment->m;
   cost = runtime_objects_program_cost(m);
   callers = make_callers(ranking, m);
   recursions = circle_calls_all(m, circles);
   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, o, &sums);

      if (edge != NULL) {
         const calling from = caller_of(m, o, edge, sums, callers,
                                        circles, recursions);
         /* Calls below each other have the cost of those below them, too. */
         const often_called c = {
            edge->caller, edge->callee, edge->calls,
            (uint64_t)sums[READS_CALLS], sums[READS_CELLS],
            (prof_sum)fmin((double)edge->cost, callers[edge->callee].cost),
            worker_none(), 0, RANKED_NONE,
         };

         /* Where most calls read little, the rest is not what costs, unless
            it reads nearly all of what the callee reads. */
         if ((2 * c.calls >= edge->calls ||
              (double)c.cells >= NEARLY_ALL * callers[c.callee].cells) &&
             matters(m, &c, callers, &from, cost))
            count = insert(found, count, &c);
      }
   }
   for (size_t i = 0; i < count; i++) {
      const worker_calls of = { found[i].caller, found[i].calls, found[i].cells,
                                found[i].cost };

      found[i].work = worker_find(m, found[i].callee, &of);
      found[i].caller = entry_of(m, callers, found[i].caller);
   }
   count = insert_by_number(ranking, callers, cost, found, count);
   free(recursions);
   free(callers);
   return count;
}

const char *often_called_question(const model *m)
{
   return model_starts(m) > 1
      ? "These runs do not show whether routines are called more often when "
        "the input grows."
      : "One run does not show whether routines are called more often when "
        "the input grows.";
}

/* Return ", each time on 2,048 cells" or ", each time of size 2,048" of a
   routine whose input always has one size, as that of a table which may not
   grow; else "".  The caller frees it. */
static char *one_size_words(const model *m, size_t routine)
{
   char cells[NUMBERS_TEXT], *text;
   size_t count;
   prof_tuple *points = model_points(m, routine, MODEL_ALL_THREADS, PROF_TRMS,
                                     false, &count);

   text = count != 1 ? memory_string("")
      : memory_format(assess_size_is_given(m, routine)
                      ? ", each time of size %s" : ", each time on %s cells",
                      numbers_grouped(cells, points[0].size));
   free(points);
   return text;
}

/* Return the sentence about a routine whose work is a number of turns; the
   caller frees it. */
static char *describe_by_number(const model *m, const often_called *c,
                                const char *caller, const char *callee,
                                char *(*name)(size_t, void *), void *data)
{
   const cell share = cell_percent(c->cost, m->total.cost);
   const prof_sum read = (c->cells + c->calls / 2) / c->calls;
   char calls[NUMBERS_TEXT], each[NUMBERS_TEXT], cells[NUMBERS_TEXT];
   char percent[CELL_PERCENT];
   char *direct = own_code_subject(name(c->direct, data), m, c->direct, name,
                                   data), *text;
   char *places = call_places_words(m, c->direct, c->callee, " in ");
   char *below = c->direct == c->caller ? memory_string("")
                                        : memory_format(", below %s", caller);

   numbers_grouped(calls, c->calls);
   numbers_grouped(each, c->each);
   numbers_grouped(cells, read);
   cell_short_percent(percent, &share);
   text = memory_format("%s called %s %s times in all%s%s, and it took %s %s "
                        "each time, though it read %s cell%s: %s %% of the "
                        "run.", direct, callee, calls, places, below, each,
                        model_cost_name(m), cells, read == 1 ? "" : "s",
                        percent);
   free(places);
   free(below);
   free(direct);
   return text;
}

char *often_called_describe(const model *m, const often_called *c,
                            char *(*name)(size_t, void *), void *data)
{
   const cell share = cell_percent(c->cost, m->total.cost);
   char calls[NUMBERS_TEXT], all[NUMBERS_TEXT], cells[NUMBERS_TEXT];
   char percent[CELL_PERCENT];
   char *caller = name(c->caller, data), *callee = name(c->callee, data);
   char *large, *below, *always, *places, *text;

   if (c->each > 0) {
      text = describe_by_number(m, c, caller, callee, name, data);
      free(callee);
      free(caller);
      return text;
   }
   caller = own_code_subject(caller, m, c->caller, name, data);
   numbers_grouped(all, c->all_calls);
   numbers_grouped(calls, c->calls);
   numbers_grouped(cells, c->cells / c->calls);
   cell_short_percent(percent, &share);
   large = c->calls == c->all_calls
      ? memory_format("on %s cells each", cells)
      : memory_format("%s of them on large inputs, of %s cells each", calls,
                      cells);
   below = worker_words(&c->work, c->cost, name, data);
   always = c->work.routine == WORKER_NONE
      ? memory_string("") : one_size_words(m, c->work.routine);
   places = call_places_words(m, c->caller, c->callee, " in ");
   text = memory_format("%s called %s %s times%s, %s: %s %% of the run%s%s.",
                        caller, callee, all, places, large, percent, below,
                        always);
   free(places);
   free(always);
   free(below);
   free(large);
   free(callee);
   free(caller);
   return text;
}
