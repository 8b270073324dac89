/* Who calls whom in two profiles, and how much that costs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/call_deltas.h"
#include "base/memory.h"

#include <stdlib.h>

static int compare_flows(const void *a, const void *b)
{
   const flow *x = a, *y = b;

   if (x->caller != y->caller)
      return x->caller < y->caller ? -1 : 1;
   return (x->callee > y->callee) - (x->callee < y->callee);
}

void flows_of(flow_list *list, const matching *m)
{
   size_t n = 0;

   list->flows = memory_new(m->models[MATCH_OLD]->edge_count +
                            m->models[MATCH_NEW]->edge_count,
                            sizeof *list->flows);
   for (int side = 0; side < MATCH_SIDES; side++) {
      const model *from = m->models[side];

      for (size_t i = 0; i < from->edge_count; i++) {
         const model_edge *e = &from->edges[i];
         flow f = { .caller = m->pair_of[side][e->caller],
                    .callee = m->pair_of[side][e->callee] };

         if (f.caller == SIZE_MAX || f.callee == SIZE_MAX)
            continue;
         f.calls[side] = (double)e->calls;
         f.costs[side] = (double)e->cost;
         list->flows[n++] = f;
      }
   }
   qsort(list->flows, n, sizeof *list->flows, compare_flows);
   list->count = 0;
   for (size_t i = 0; i < n; i++) {
      flow *last = list->count ? &list->flows[list->count - 1] : NULL;

      if (last == NULL || compare_flows(last, &list->flows[i]) != 0) {
         list->flows[list->count++] = list->flows[i];
         continue;
      }
      for (int side = 0; side < MATCH_SIDES; side++) {
         last->calls[side] += list->flows[i].calls[side];
         last->costs[side] += list->flows[i].costs[side];
      }
   }
}

void flows_from(const flow_list *list, size_t caller, size_t *first,
                size_t *past)
{
   size_t low = 0, high = list->count;

   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (list->flows[middle].caller < caller)
         low = middle + 1;
      else
         high = middle;
   }
   *first = low;
   while (low < list->count && list->flows[low].caller == caller)
      low++;
   *past = low;
}
