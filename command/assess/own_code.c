/* The routine of a program's own above a library's: see assess/own_code.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/own_code.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "source/call_places.h"

#include <stdint.h>
#include <stdlib.h>

/* The way from a routine up: the least cost of the calls on it, 0 if it is not
   reached; and the routine below it on the way. */
typedef struct {
   prof_sum width;
   size_t below;
} reached;

/* Code that the program has generated is its own. */
static bool is_library(const model *m, size_t routine)
{
   return runtime_objects_has_routine(m, routine) &&
          !runtime_objects_is_generated(m, routine);
}

static prof_sum least(prof_sum a, prof_sum b)
{
   return a < b ? a : b;
}

/* Go up from library code by the calls with most cost, until nothing changes:
   in a recursion the dearest caller may be below the routine.  Ways lead
   through library code only, so they end at the program's own. */
static void go_up(const model *m, const bool *library, reached *way)
{
   bool again;

   do {
      again = false;
      for (size_t i = 0; i < m->edge_count; i++) {
         const model_edge *e = &m->edges[i];
         const prof_sum width = least(e->cost, way[e->callee].width);

         if (library[e->callee] && width > way[e->caller].width) {
            way[e->caller] = (reached){ width, e->callee };
            again = true;
         }
      }
   } while (again);
}

own_code own_code_above(const model *m, size_t routine)
{
   own_code found = { SIZE_MAX, SIZE_MAX };
   bool *library;
   reached *way;

   /* The name of a context has its callers. */
   if (m->routines[routine].context || !is_library(m, routine))
      return found;
   library = memory_new(m->routine_count, sizeof *library);
   way = memory_new(m->routine_count, sizeof *way);
   for (size_t i = 0; i < m->routine_count; i++)
      library[i] = is_library(m, i);
   way[routine].width = ~(prof_sum)0;
   go_up(m, library, way);
   for (size_t i = 0; i < m->routine_count; i++)
      if (!library[i] && !runtime_objects_is_start(m, i) && way[i].width > 0 &&
          (found.routine == SIZE_MAX ||
           way[i].width > way[found.routine].width))
         found = (own_code){ i, way[i].below };
   free(way);
   free(library);
   return found;
}

char *own_code_words(const model *m, size_t routine,
                     char *(*name)(size_t, void *), void *data)
{
   const own_code above = own_code_above(m, routine);
   char *of, *places, *text;

   if (above.routine == SIZE_MAX)
      return memory_string("");
   of = name(above.routine, data);
   places = call_places_words(m, above.routine, above.called, " in ");
   text = memory_format(", called %s %s%s",
                        above.called == routine ? "by" : "below", of, places);
   free(places);
   free(of);
   return text;
}

char *own_code_subject(char *subject, const model *m, size_t routine,
                       char *(*name)(size_t, void *), void *data)
{
   char *words = own_code_words(m, routine, name, data);
   char *text = memory_format("%s%s%s", subject, words, *words ? "," : "");

   free(words);
   free(subject);
   return text;
}
