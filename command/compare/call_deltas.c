/* The calls between routines in two profiles, and their costs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/call_deltas.h"
#include "base/memory.h"

#include <stdlib.h>

static int compare_deltas(const void *a, const void *b)
{
   const call_delta *x = a, *y = b;

   if (x->caller != y->caller)
      return x->caller < y->caller ? -1 : 1;
   return (x->callee > y->callee) - (x->callee < y->callee);
}

/* List the edges of both sides; an edge that both have is there twice.  Return
   their number. */
static size_t list_edges(call_delta *list, const matching *m)
{
   size_t n = 0;

   for (int side = 0; side < MATCH_SIDES; side++) {
      const model *from = m->models[side];

      for (size_t i = 0; i < from->edge_count; i++) {
         const model_edge *e = &from->edges[i];
         call_delta d = { .caller = m->pair_of[side][e->caller],
                          .callee = m->pair_of[side][e->callee] };

         if (d.caller == SIZE_MAX || d.callee == SIZE_MAX)
            continue;
         d.calls[side] = (double)e->calls;
         d.costs[side] = (double)e->cost;
         list[n++] = d;
      }
   }
   return n;
}

void call_deltas_find(call_deltas *deltas, const matching *m)
{
   call_delta *list = memory_new(m->models[MATCH_OLD]->edge_count +
                                 m->models[MATCH_NEW]->edge_count,
                                 sizeof *list);
   const size_t n = list_edges(list, m);
   size_t kept = 0;

   qsort(list, n, sizeof *list, compare_deltas);
   for (size_t i = 0; i < n; i++) {
      call_delta *last = kept > 0 ? &list[kept - 1] : NULL;

      if (last == NULL || compare_deltas(last, &list[i]) != 0) {
         list[kept++] = list[i];
         continue;
      }
      for (int side = 0; side < MATCH_SIDES; side++) {
         last->calls[side] += list[i].calls[side];
         last->costs[side] += list[i].costs[side];
      }
   }
   *deltas = (call_deltas){ list, kept };
}

void call_deltas_of_caller(const call_deltas *deltas, size_t caller,
                           size_t *first, size_t *past)
{
   size_t low = 0, high = deltas->count;

   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (deltas->list[middle].caller < caller)
         low = middle + 1;
      else
         high = middle;
   }
   *first = low;
   while (low < deltas->count && deltas->list[low].caller == caller)
      low++;
   *past = low;
}
