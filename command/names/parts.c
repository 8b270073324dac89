/* Names of which parts are left out: see names/parts.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/parts.h"
#include "base/memory.h"
#include "names/clones.h"
#include "names/demangled.h"

#include <stdlib.h>
#include <string.h>

static size_t after_blanks(const char *text, size_t i)
{
   return i + strspn(text + i, " ");
}

/* Return the place after template arguments at i, or i if there are none; in the
   middle of a name Rust writes `Vec::<T>::new`. */
static size_t after_arguments(const demangled *b, size_t i)
{
   const char *at = b->name + i;
   const size_t open = strncmp(at, "::<", 3) == 0 ? i + 2 : i;

   return b->name[open] == '<' && demangled_opens(b, open)
      ? b->partner[open] + 1 : i;
}

static bool begins_arguments(const char *text)
{
   return *text == '<' || strncmp(text, "::<", 3) == 0;
}

/* Return whether a name from i on is the wanted one, but for what it leaves out. */
static bool fits_from(const demangled *b, size_t i, const char *wanted)
{
   for (;; i++, wanted++) {
      size_t from;

      wanted += after_blanks(wanted, 0);
      do {
         from = i;
         i = after_blanks(b->name, i);
         if (!begins_arguments(wanted))
            i = after_arguments(b, i);
      } while (i > from);
      if (b->name[i] != *wanted)
         return false;
      if (*wanted == '\0')
         return true;
   }
}

/* Return the place of what begins at i behind scopes, or behind a type if the wanted
   name has scopes or arguments itself; or 0. */
static size_t after_scope_or_type(const char *name, size_t i, const char *wanted)
{
   if (strncmp(name + i, "::", 2) == 0)
      return i + 2;
   return name[i] == ' ' && strpbrk(wanted, ":<") ? i + 1 : 0;
}

bool parts_fit(const char *name, const char *wanted)
{
   char *base = clones_base(name);
   char *bare = demangled_bare(base);
   bool fits = false;
   demangled b;

   if (strstr(wanted, "[abi:") == NULL)
      demangled_remove_tags(bare);
   demangled_parse(&b, bare);
   fits = *wanted && fits_from(&b, 0, wanted);
   for (size_t i = 0; *wanted && bare[i] && !fits; i = demangled_after(&b, i)) {
      const size_t from = after_scope_or_type(bare, i, wanted);
      fits = from > 0 && fits_from(&b, from, wanted);
   }
   demangled_free(&b);
   free(bare);
   free(base);
   return fits;
}
