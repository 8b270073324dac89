/* The search for an edge: see profile/edges.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/edges.h"

/* Return the place of the first edge that is not before that of two routines:
   edges ascend by caller and callee. */
static size_t edges_from(const model *m, size_t caller, size_t callee)
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

size_t edges_of(const model *m, size_t caller, size_t *past)
{
   *past = edges_from(m, caller + 1, 0);
   return edges_from(m, caller, 0);
}

const model_edge *edges_heaviest(const model *m, size_t caller)
{
   const model_edge *heaviest = NULL;
   size_t past;

   for (size_t i = edges_of(m, caller, &past); i < past; i++)
      if (m->edges[i].callee != caller &&
          (heaviest == NULL || m->edges[i].cost > heaviest->cost))
         heaviest = &m->edges[i];
   return heaviest;
}
