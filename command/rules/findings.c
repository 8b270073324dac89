/* What a rule has found: see findings.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "rules/findings.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

findings findings_none(void)
{
   return (findings){ .list = NULL };
}

void findings_free(findings *f)
{
   for (size_t i = 0; i < f->count; i++)
      free(f->list[i].words);
   free(f->list);
   *f = findings_none();
}

/* Return the place of a routine in the list; its length: it is not there. */
static size_t find(const findings *f, size_t of)
{
   for (size_t i = 0; of != FINDINGS_PROGRAM && i < f->count; i++)
      if (f->list[i].of == of)
         return i;
   return f->count;
}

bool findings_has(const findings *f, size_t of)
{
   return find(f, of) < f->count;
}

/* Return the place of a routine, which is the last one if it is new. */
static size_t place_of(findings *f, size_t of)
{
   const size_t at = find(f, of);

   if (at == f->count) {
      f->list = memory_grow(f->list, f->count, &f->room, sizeof *f->list);
      f->list[f->count++] = (findings_one){ of, NULL };
   }
   return at;
}

void findings_count(findings *f, size_t of)
{
   place_of(f, of);
}

void findings_add(findings *f, size_t of, char *what)
{
   const size_t at = place_of(f, of);

   free(f->list[at].words);
   f->list[at].words = what;
}

void findings_add_first(findings *f, size_t of, char *what)
{
   const size_t at = place_of(f, of);

   free(f->list[at].words);
   memmove(f->list + 1, f->list, at * sizeof *f->list);
   f->list[0] = (findings_one){ of, what };
}

void findings_drop(findings *f, size_t of)
{
   const size_t at = find(f, of);

   if (at == f->count)
      return;
   free(f->list[at].words);
   f->count--;
   memmove(f->list + at, f->list + at + 1, (f->count - at) * sizeof *f->list);
}

char *findings_words(const findings *f)
{
   char *text = memory_string("");
   size_t named = 0;

   for (size_t i = 0; i < f->count && named < FINDINGS_NAMED; i++) {
      if (f->list[i].words == NULL)
         continue;
      memory_append(&text, "%s%s", named++ > 0 ? "; " : "", f->list[i].words);
   }
   return text;
}

char *findings_describe(const findings *f)
{
   const size_t count = f->count + f->more;
   char *words = findings_words(f);
   char *text = memory_format("%zu routine%s: %s%s", count,
                              count == 1 ? "" : "s", words,
                              count > FINDINGS_NAMED ? "; ..." : "");

   free(words);
   return text;
}
