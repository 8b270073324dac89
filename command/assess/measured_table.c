/* Samples added up by the routines that a profile has.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/measured_table.h"
#include "base/memory.h"
#include "base/paths.h"
#include "names/demangled.h"
#include "source/line_costs.h"

#include <stdlib.h>
#include <string.h>

/* Inlined calls of a routine in a line of a caller. */
typedef struct {
   size_t routine;
   char *last;                        /* the routine's demangled_last */
   uint64_t line;
} inlined_calls;

typedef struct {
   const model *m;
   const samples *s;
   inlined_calls *list;
   size_t count, room;
} inlined_set;

static void find_inlined(inlined_set *set)
{
   for (size_t i = 0; i < set->m->edge_count; i++) {
      const size_t callee = set->m->edges[i].callee;
      size_t count;
      inlined_line *lines = line_costs_inlined(set->m, &set->m->edges[i],
                                               &count);

      for (size_t k = 0; k < count; k++) {
         set->list = memory_grow(set->list, set->count, &set->room,
                                 sizeof *set->list);
         set->list[set->count++] = (inlined_calls){
            callee, demangled_last(set->m->routines[callee].shown),
            lines[k].line };
      }
      free(lines);
   }
}

/* Is this the name of a routine whose name ends with `last`?  It is that of all
   overloads, which the line of the call tells apart; and the debug information
   may be without the arguments of a template and without a clone's mark. */
static bool is_name_of(const char *last, const char *name)
{
   const size_t length = strlen(name);

   return strncmp(last, name, length) == 0 &&
          strchr("<[. ", last[length]) != NULL;
}

static const char *shown_as(const void *context, uint32_t image,
                            const symbols_inlined *call)
{
   const inlined_set *set = context;
   const model *m = set->m;
   const char *file = paths_file_name(set->s->images[image].path);
   const char *found = NULL;

   for (size_t i = 0; i < set->count; i++) {
      const inlined_calls *c = &set->list[i];
      const model_routine *r = &m->routines[c->routine];

      if (!is_name_of(c->last, call->name) ||
          strcmp(paths_file_name(m->objects[r->object].name), file) != 0)
         continue;
      if (c->line == (uint64_t)call->call_line)
         return r->shown;
      if (found == NULL)
         found = r->shown;
   }
   return found;
}

void measured_table_make(sample_table *t, const samples *s, uint32_t event,
                         table_by by, const model *m)
{
   inlined_set set = { m, s, NULL, 0, 0 };

   if (m)
      find_inlined(&set);
   table_make_inlined(t, s, event, by, set.count > 0 ? shown_as : NULL, &set);
   for (size_t i = 0; i < set.count; i++)
      free(set.list[i].last);
   free(set.list);
}
