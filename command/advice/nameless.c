/* Files without symbols.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/nameless.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/paths.h"
#include "cli/cell.h"
#include "names/made_names.h"
#include "names/shorten.h"

#include <stdlib.h>
#include <string.h>

/* The part of the cost from which the note is worth its lines. */
#define MUCH 0.2

/* Steps up to a caller with a name. */
enum { STEPS = 12 };

static bool is_nameless(const model *m, size_t routine)
{
   const model_routine *r = &m->routines[routine];

   return made_names_is(r, &m->objects[r->object]);
}

char *nameless_caller(const model *m, size_t routine)
{
   size_t at = routine;

   if (!is_nameless(m, routine))
      return memory_string("");
   for (int step = 0; step < STEPS; step++) {
      char *name, *text;

      at = model_main_caller(m, at);
      if (at == SIZE_MAX || at == routine ||
          runtime_objects_has_routine(m, at))
         break;
      if (is_nameless(m, at))
         continue;
      name = shorten_in_sentence(m->routines[at].shown);
      text = memory_format(", called %s %s", step == 0 ? "by" : "below", name);
      free(name);
      return text;
   }
   return memory_string("");
}

/* Return the routine without a name that the first suspect is, or calls; SIZE_MAX:
   there is none. */
static size_t suspect_of(const order_ranking *ranking)
{
   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];
      const size_t routine = r->assessment->routine;

      if (!ranked_is_suspect(r))
         continue;
      if (is_nameless(r->assessment->m, routine))
         return routine;
      return r->reread.callee != RANKED_NONE &&
             is_nameless(r->assessment->m, r->reread.callee)
             ? r->reread.callee : SIZE_MAX;
   }
   return SIZE_MAX;
}

/* Return whether no row shows a routine because it is one of the system's runtime:
   how the C library divides the work of qsort or regexec does not matter, and with
   a name it would have no row either. */
static bool is_left_out(const ranked *r)
{
   const model *m = r->assessment->m;
   const size_t routine = r->assessment->routine;

   return r->internal && !r->shown && !runtime_objects_is_generated(m, routine) &&
          runtime_objects_has_routine(m, routine);
}

/* Return the note on an object whose routines are `share` of the cost; `example`
   is one of them.  The caller frees the note. */
static char *note_of(const model *m, const model_object *o, cell share,
                     size_t example)
{
   const char *name = m->routines[example].shown;
   char percent[CELL_PERCENT];
   const char *p = cell_short_percent(percent, &share);
   char *caller, *text;

   /* No package has symbols for code that is in no file. */
   if (strcmp(o->name, MODEL_NO_FILE) == 0)
      return memory_format(
         "%s %% of the cost is in code that the program has generated, or "
         "loaded by itself: these routines have the names of their places, such "
         "as %s.  Many just-in-time compilers have an option to write the names "
         "to /tmp/perf-PID.map, where they are found: aprof-tool(1), FILES.", p,
         name);
   caller = nameless_caller(m, example);
   text = memory_format(
      "%s has no symbols for %s %% of the cost: these routines have the "
      "names of their places, such as %s%s.  With the debugging "
      "symbols of its package, or in a build that is not stripped, they "
      "have names.", paths_file_name(o->name), p, name, caller);
   free(caller);
   return text;
}

char *nameless_note(const order_ranking *ranking)
{
   const model *m;
   prof_sum *costs;
   const assessment **examples;       /* of each object: the costliest */
   size_t most = 0, suspect;
   char *note = NULL;

   if (ranking->count == 0)
      return NULL;
   m = ranking->list[0].assessment->m;
   costs = memory_new(m->object_count + 1, sizeof *costs);
   examples = memory_new(m->object_count + 1, sizeof *examples);
   suspect = suspect_of(ranking);
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      const model_routine *r = &m->routines[a->routine];

      if (!is_nameless(m, a->routine) ||
          (is_left_out(&ranking->list[i]) &&
           (suspect == SIZE_MAX || m->routines[suspect].object != r->object)))
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
      note = note_of(m, &m->objects[most],
                     cell_percent(costs[most], m->total.cost),
                     suspect != SIZE_MAX && m->routines[suspect].object == most
                     ? suspect : examples[most]->routine);
   }
   free(examples);
   free(costs);
   return note;
}
