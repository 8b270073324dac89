/* The search for an edge: see profile/edges.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/edges.h"

/* Edges ascend by caller and callee. */
size_t edges_from(const model *m, size_t caller, size_t callee)
{
   size_t low = 0, high = m->edge_count;

   while (low < high) {
      const size_t middle = low + (high - low) / 2;
      const model_edge *e = &m->edges[middle];

      if (e->caller < caller || (e->caller == caller && e->callee < callee))
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

const model_edge *edges_find(const model *m, size_t caller, size_t callee)
{
   const size_t i = edges_from(m, caller, callee);

   return i < m->edge_count && m->edges[i].caller == caller &&
          m->edges[i].callee == callee ? &m->edges[i] : NULL;
}

const model_edge *edges_heaviest(const model *m, size_t caller)
{
   const model_edge *heaviest = NULL;

   for (size_t i = edges_from(m, caller, 0);
        i < m->edge_count && m->edges[i].caller == caller; i++)
      if (m->edges[i].callee != caller &&
          (heaviest == NULL || m->edges[i].cost > heaviest->cost))
         heaviest = &m->edges[i];
   return heaviest;
}
