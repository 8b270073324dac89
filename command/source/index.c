/* The source files of a profile's routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "source/index.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static int compare_files(const void *a, const void *b, void *context)
{
   const model *m = context;

   return strcmp(m->routines[*(const size_t *)a].file,
                 m->routines[*(const size_t *)b].file);
}

source_index source_index_new(const model *m)
{
   source_index s = {
      .names = memory_new(m->routine_count, sizeof *s.names),
      .of_routine = memory_new(m->routine_count, sizeof *s.of_routine),
      .by_file = memory_new(m->routine_count, sizeof *s.by_file),
      .routines = m->routine_count,
   };

   for (size_t i = 0; i < s.routines; i++)
      s.by_file[i] = i;
   qsort_r(s.by_file, s.routines, sizeof *s.by_file, compare_files, (void *)m);
   for (size_t i = 0; i < s.routines; i++) {
      const char *name = m->routines[s.by_file[i]].file;

      if (*name && (s.count == 0 || strcmp(s.names[s.count - 1], name) != 0))
         s.names[s.count++] = name;
      s.of_routine[s.by_file[i]] = *name ? s.count - 1 : SIZE_MAX;
   }
   for (size_t i = 0; i < s.routines; i++)
      if (s.of_routine[i] == SIZE_MAX)
         s.of_routine[i] = s.count;
   return s;
}

void source_index_free(source_index *s)
{
   free(s->names);
   free(s->of_routine);
   free(s->by_file);
}
