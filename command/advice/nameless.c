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
/* The object of code that is in no file. */
#define GENERATED "???"

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
      const char *name = paths_file_name(m->objects[most].name);
      const cell share = cell_percent(costs[most], m->total.cost);
      char percent[CELL_PERCENT];

      cell_short_percent(percent, &share);
      note = strcmp(name, GENERATED) == 0 ? memory_format(
         "%s %% of the cost is in code that the program has generated, as a "
         "virtual machine does, such as %s: the routines of what it runs cannot "
         "be seen, unless it writes their names to /tmp/perf-PID.map while it "
         "runs.", percent, m->routines[examples[most]->routine].shown)
      : memory_format(
         "%s has no symbols for %s %% of the cost: these routines have the "
         "names of their places, such as %s.  With the debugging "
         "symbols of its package, or in a build that is not stripped, they "
         "have names.", name, percent,
         m->routines[examples[most]->routine].shown);
   }
   free(examples);
   free(costs);
   return note;
}
