/* The names of routines as people read them: see profile/shown_names.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/shown_names.h"
#include "base/languages.h"
#include "base/memory.h"
#include "base/paths.h"

#include <stdlib.h>

static char *shown(const model *m, const model_routine *r, bool has_ada)
{
   const char *object = paths_file_name(m->objects[r->object].name);
   char *name;

   if (*r->name == '\0')
      return memory_format("%s+0x%llx", object, (unsigned long long)r->offset);
   name = has_ada ? languages_decoded_ada(r->name, r->file)
                  : languages_decoded(r->name);
   return name ? name : memory_string(r->name);
}

void shown_names_set(model *m)
{
   bool *has_ada = memory_new(m->object_count, sizeof *has_ada);

   for (size_t i = 0; i < m->object_count; i++)
      has_ada[i] = languages_is_ada_library(m->objects[i].name);
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      has_ada[r->object] |= languages_shows_ada(r->name, r->file);
   }
   for (size_t i = 0; i < m->routine_count; i++) {
      model_routine *r = &m->routines[i];

      r->shown = shown(m, r, has_ada[r->object]);
   }
   free(has_ada);
}
