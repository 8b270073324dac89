/* The routine that does the work of calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/worker.h"
#include "assess/read_sums.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"

#include <stdlib.h>

/* A routine below the callee does the work if it reads this part of the cells,
   and has this part of the cost. */
#define LEAST_CELLS 0.5
#define LEAST_COST 0.5
/* Calls are followed this far: in a recursion they may be endless. */
enum { LONGEST = 50 };

/* Return the calls of a routine that read most, and set *cells; NULL: there are
   none.  What a recursion reads at one level, it reads at those above, too:
   its calls of itself say nothing about who works. */
static const model_edge *heaviest_from(const model *m, size_t caller,
                                       prof_sum *cells)
{
   const model_edge *heaviest = NULL;

   *cells = 0;
   for (size_t i = 0; i < m->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, &m->optionals[i], &sums);

      if (edge && edge->caller == caller && edge->callee != caller &&
          sums[READS_CELLS] > *cells) {
         heaviest = edge;
         *cells = sums[READS_CELLS];
      }
   }
   return heaviest;
}

worker worker_find(const model *m, size_t callee, prof_sum cells, prof_sum cost)
{
   worker found = { WORKER_NONE, 0 };
   size_t at = callee;

   for (int i = 0; i < LONGEST; i++) {
      prof_sum most;
      const model_edge *edge = heaviest_from(m, at, &most);

      if (edge == NULL || runtime_objects_has_routine(m, edge->callee) ||
          edge->callee == callee || edge->cost > cost ||
          (double)most < LEAST_CELLS * (double)cells ||
          (double)edge->cost < LEAST_COST * (double)cost)
         break;
      found = (worker){ edge->callee, edge->cost };
      at = edge->callee;
   }
   return found;
}

worker worker_of_calls(const model *m, size_t caller, size_t callee,
                       prof_sum *cost)
{
   *cost = 0;
   for (size_t i = 0; i < m->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, &m->optionals[i], &sums);

      if (edge == NULL || edge->caller != caller || edge->callee != callee)
         continue;
      *cost = edge->cost;
      return worker_find(m, callee, sums[READS_CELLS], edge->cost);
   }
   return (worker){ WORKER_NONE, 0 };
}

size_t worker_or(worker w, size_t callee)
{
   return w.routine != WORKER_NONE ? w.routine : callee;
}

char *worker_words(const worker *w, prof_sum cost,
                   char *(*name)(size_t, void *), void *data)
{
   char *text, *of;

   if (w->routine == WORKER_NONE)
      return memory_string("");
   of = name(w->routine, data);
   text = memory_format("; %.0f %% of that is %s",
                        100 * (double)w->cost / (double)cost, of);
   free(of);
   return text;
}
