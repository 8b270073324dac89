/* Routines that call each other: see assess/circle.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/circle.h"
#include "base/memory.h"

#include <stdlib.h>

/* Mark all routines that a routine calls, or all that call it, through any
   number of others. */
static bool *reach(const model *m, size_t routine, bool upwards)
{
   bool *marks = memory_new(m->routine_count, sizeof *marks);
   bool more = true;

   while (more) {
      more = false;
      for (size_t e = 0; e < m->edge_count; e++) {
         const size_t caller = m->edges[e].caller, callee = m->edges[e].callee;
         const size_t from = upwards ? callee : caller;
         const size_t to = upwards ? caller : callee;

         if ((from == routine || marks[from]) && !marks[to])
            more = marks[to] = true;
      }
   }
   return marks;
}

bool circle_find(const model *m, size_t routine, bool *in_circle)
{
   bool *below = reach(m, routine, false), *above = reach(m, routine, true);
   bool any = false;

   for (size_t i = 0; i < m->routine_count; i++) {
      in_circle[i] = below[i] && above[i];
      any |= in_circle[i];
   }
   free(below);
   free(above);
   return any;
}
