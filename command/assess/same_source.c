/* Routines of one source in several programs: see same_source.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/same_source.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/text.h"
#include "names/shorten.h"

#include <stdlib.h>
#include <string.h>

/* Objects that are named, at most. */
enum { NAMED = 4 };

static const model_routine *routine_of(const ranked *r)
{
   return &r->assessment->m->routines[r->assessment->routine];
}

static bool have_same_source(const ranked *a, const ranked *b)
{
   const model_routine *x = routine_of(a), *y = routine_of(b);

   return x->object != y->object && x->line == y->line && *x->file &&
          x->context == NULL && y->context == NULL &&
          strcmp(x->file, y->file) == 0 && strcmp(x->shown, y->shown) == 0;
}

bool same_source_is_told(const ranked *const *told, size_t count,
                         const ranked *r)
{
   for (size_t i = 0; i < count; i++)
      if (have_same_source(told[i], r))
         return true;
   return false;
}

char *same_source_words(const ranked *const *rows, size_t count,
                        const ranked *told)
{
   const model *m = told->assessment->m;
   const char *words[NAMED + 1];
   size_t found = 0, parts;
   char *text, *name;

   for (size_t i = 0; i < count; i++)
      if (ranked_is_suspect(rows[i]) && have_same_source(told, rows[i])) {
         if (found < NAMED)
            words[found] =
               paths_file_name(m->objects[routine_of(rows[i])->object].name);
         found++;
      }
   if (found == 0)
      return NULL;
   parts = found;
   if (found > NAMED) {
      words[NAMED] = "others";
      parts = NAMED + 1;
   }
   name = shorten_in_sentence(routine_of(told)->shown);
   text = memory_format("The same holds for %s in ", name);
   free(name);
   for (size_t i = 0; i < parts; i++)
      memory_append(&text, "%s%s", text_before(i, parts), words[i]);
   memory_append(&text, "; aprof merge --by=source makes one routine of them.");
   return text;
}
