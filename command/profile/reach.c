/* Which routines a routine calls: see profile/reach.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/reach.h"
#include "base/memory.h"

#include <stdlib.h>

void reach_spread(const model *m, bool up, size_t without, bool *marks)
{
   bool again;

   do {
      again = false;
      for (size_t i = 0; i < m->edge_count; i++) {
         const model_edge *e = &m->edges[i];
         const size_t from = up ? e->callee : e->caller;
         const size_t to = up ? e->caller : e->callee;

         if (marks[from] && !marks[to] && to != without)
            marks[to] = again = true;
      }
   } while (again);
}

bool reach_has(const model *m, size_t caller, size_t callee)
{
   bool *below = memory_new(m->routine_count, sizeof *below), has;

   for (size_t i = 0; i < m->edge_count; i++)
      if (m->edges[i].caller == caller)
         below[m->edges[i].callee] = true;
   reach_spread(m, false, REACH_ALL, below);
   has = below[callee];
   free(below);
   return has;
}
