/* Files without symbols.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/nameless.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/paths.h"
#include "cli/cell.h"
#include "names/made_names.h"

#include <stdlib.h>
#include <string.h>

/* The part of the cost from which the note is worth its lines. */
#define MUCH 0.2

/* Return the note on an object whose routines are `share` of the cost; `example`
   is the name of one of them.  The caller frees the note. */
static char *note_of(const model_object *o, cell share, const char *example)
{
   char percent[CELL_PERCENT];
   const char *p = cell_short_percent(percent, &share);

   /* No package has symbols for code that is in no file. */
   if (strcmp(o->name, MODEL_NO_FILE) == 0)
      return memory_format(
         "%s %% of the cost is in code that the program has generated, or "
         "loaded by itself: these routines have the names of their places, such "
         "as %s.  Many just-in-time compilers have an option to write the names "
         "to /tmp/perf-PID.map, where they are found: aprof-tool(1), FILES.", p,
         example);
   return memory_format(
      "%s has no symbols for %s %% of the cost: these routines have the "
      "names of their places, such as %s.  With the debugging "
      "symbols of its package, or in a build that is not stripped, they "
      "have names.", paths_file_name(o->name), p, example);
}

char *nameless_note(const order_ranking *ranking)
{
   const model *m;
   prof_sum *costs;
   const assessment **examples;       /* of each object: the costliest */
   size_t most = 0;
   char *note = NULL;

   if (ranking->count == 0)
      return NULL;
   m = ranking->list[0].assessment->m;
   costs = memory_new(m->object_count + 1, sizeof *costs);
   examples = memory_new(m->object_count + 1, sizeof *examples);
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      const model_routine *r = &m->routines[a->routine];

      if (!made_names_is(r, &m->objects[r->object]))
         continue;
      costs[r->object] += a->sums.self.sum;
      if (examples[r->object] == NULL ||
          examples[r->object]->sums.self.sum < a->sums.self.sum)
         examples[r->object] = a;
   }
   for (size_t i = 0; i < m->object_count; i++)
      if (costs[i] > costs[most])
         most = i;
   if ((double)costs[most] > 0 &&
       (double)costs[most] >= MUCH * runtime_objects_program_cost(m)) {
      note = note_of(&m->objects[most],
                     cell_percent(costs[most], m->total.cost),
                     m->routines[examples[most]->routine].shown);
   }
   free(examples);
   free(costs);
   return note;
}
