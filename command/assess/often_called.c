/* Calls whose number may grow with the input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/often_called.h"
#include "assess/coverage.h"
#include "assess/rereads.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"

#include <stdlib.h>

/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.1
/* Calls for each activation of the caller, at the least. */
#define LEAST_CALLS 100.0
/* What the calls read, at the least, as a multiple of the caller's own input.
   Calls that read each cell of it a few times are the loop of a linear
   routine. */
#define LEAST_TIMES 8.0
/* What a call reads, at the least, as a part of the number of calls.  Where
   both grow with the input, they differ by a constant factor; a record of a
   file is small whatever the number of records. */
#define LEAST_SIZE (1 / 16.0)

/* A routine in all its threads. */
typedef struct {
   double trms, calls;
   bool unknown;                      /* too few sizes to be judged */
} calling;

static calling *make_callers(const order_ranking *ranking, const model *m)
{
   calling *callers = memory_new(m->routine_count, sizeof *callers);

   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      calling *c = &callers[a->routine];

      c->trms += (double)a->sums.trms;
      c->calls += (double)a->sums.calls;
      c->unknown |= coverage_wants_sizes(a) &&
         !runtime_objects_has(m->objects[m->routines[a->routine].object].name);
   }
   return callers;
}

static bool matters(const often_called *c, const calling *from, double cost)
{
   const double calls = (double)c->calls, cells = (double)c->cells;

   return from->unknown && c->caller != c->callee &&
          (double)c->cost >= LEAST_PART * cost &&
          calls >= LEAST_CALLS * from->calls &&
          cells >= LEAST_SIZE * calls * calls &&
          cells >= LEAST_TIMES * from->trms;
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

size_t often_called_find(const order_ranking *ranking,
                         often_called found[OFTEN_CALLED_MOST])
{
   const model *m;
   calling *callers;
   double cost;
   size_t count = 0;

   if (ranking->count == 0)
      return 0;
   m = ranking->list[0].assessment->m;
   cost = runtime_objects_program_cost(m);
   callers = make_callers(ranking, m);
   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      const prof_sum *sums;
      const model_edge *edge = rereads_edge(m, o, &sums);

      if (edge != NULL) {
         const often_called c = {
            edge->caller, edge->callee, edge->calls,
            (uint64_t)sums[READS_CALLS], sums[READS_CELLS], edge->cost,
         };

         /* Where most calls read little, the rest is not what costs. */
         if (2 * c.calls >= edge->calls &&
             matters(&c, &callers[c.caller], cost))
            count = insert(found, count, &c);
      }
   }
   free(callers);
   return count;
}

char *often_called_describe(const model *m, const often_called *c,
                            const char *caller, const char *callee)
{
   const cell share = cell_percent(c->cost, m->total.cost);
   char calls[NUMBERS_TEXT], all[NUMBERS_TEXT], cells[NUMBERS_TEXT];
   char percent[CELL_PERCENT];

   numbers_grouped(all, c->all_calls);
   numbers_grouped(calls, c->calls);
   numbers_grouped(cells, c->cells / c->calls);
   cell_short_percent(percent, &share);
   if (c->calls == c->all_calls)
      return memory_format(
         "%s called %s %s times, on %s cells each: %s %% of the run.", caller,
         callee, all, cells, percent);
   return memory_format(
      "%s called %s %s times, %s of them on large inputs, of %s cells each: %s "
      "%% of the run.", caller, callee, all, calls, cells, percent);
}
