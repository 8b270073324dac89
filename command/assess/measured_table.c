/* Samples added up by the routines that a profile has.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/measured_table.h"
#include "base/memory.h"
#include "base/paths.h"
#include "source/line_costs.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   const model *m;
   const samples *s;
   size_t *list;                      /* the routines that are inlined */
   size_t count, room;
} inlined_set;

static void find_inlined(inlined_set *set)
{
   const model *m = set->m;
   bool *known = memory_new(m->routine_count, sizeof *known);

   for (size_t i = 0; i < m->edge_count; i++) {
      const size_t callee = m->edges[i].callee;
      size_t lines = 0;

      if (known[callee])
         continue;
      free(line_costs_inlined(m, &m->edges[i], &lines));
      if (lines > 0) {
         set->list = memory_grow(set->list, set->count, &set->room,
                                 sizeof *set->list);
         set->list[set->count++] = callee;
         known[callee] = true;
      }
   }
   free(known);
}

/* Is `name`, without scope and parameters, the name of the routine that is shown
   as `shown`? */
static bool is_name_in(const char *shown, const char *name)
{
   const size_t length = strlen(name);

   for (const char *p = shown; (p = strstr(p, name)) != NULL; p++)
      if ((p == shown || p[-1] == ':') &&
          (p[length] == '\0' || strchr("(<[ .", p[length])))
         return true;
   return false;
}

static const char *shown_as(const void *context, uint32_t image,
                            const char *name)
{
   const inlined_set *set = context;
   const model *m = set->m;
   const char *file = paths_file_name(set->s->images[image].path);

   for (size_t i = 0; i < set->count; i++) {
      const model_routine *r = &m->routines[set->list[i]];

      if (is_name_in(r->shown, name) &&
          strcmp(paths_file_name(m->objects[r->object].name), file) == 0)
         return r->shown;
   }
   return NULL;
}

void measured_table_make(sample_table *t, const samples *s, uint32_t event,
                         table_by by, const model *m)
{
   inlined_set set = { m, s, NULL, 0, 0 };

   if (m)
      find_inlined(&set);
   table_make_inlined(t, s, event, by, set.count > 0 ? shown_as : NULL, &set);
   free(set.list);
}
