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

/* Return the place of the bracket that opens template arguments, if they begin so:
   `<int>`, in the middle of a name of Rust `::<int>`, of D `!(int)`, of Go
   `[int]`; else NULL. */
static const char *arguments(const char *text)
{
   if (strncmp(text, "::<", 3) == 0)
      return text + 2;
   if (strncmp(text, "!(", 2) == 0)
      return text + 1;
   return *text == '<' || *text == '[' ? text : NULL;
}

/* Return the place after template arguments at i, or i if there are none. */
static size_t after_arguments(const demangled *b, size_t i)
{
   const char *open = arguments(b->name + i);

   return open && demangled_opens(b, (size_t)(open - b->name))
      ? b->partner[open - b->name] + 1 : i;
}

/* Return the place after a bracket of the receiver of a method of Go, `(*Tree)`,
   which is a scope like others; or i. */
static size_t after_receiver(const demangled *b, size_t i, const char *wanted)
{
   static const char pointer[] = "(*";
   const size_t length = sizeof pointer - 1;

   if (*wanted != '(' && demangled_opens(b, i) &&
       strncmp(b->name + i, pointer, length) == 0)
      return i + length;
   if (*wanted == '.' && b->name[i] == ')' &&
       strncmp(b->name + b->partner[i], pointer, length) == 0)
      return i + 1;
   return i;
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
         if (!arguments(wanted))
            i = after_arguments(b, i);
         i = after_receiver(b, i, wanted);
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
   if (name[i] == '.' && i > 0)
      return i + 1;
   return name[i] == ' ' && strpbrk(wanted, ":<") ? i + 1 : 0;
}

static bool bare_fits(const char *bare, const char *wanted)
{
   bool fits;
   demangled b;

   demangled_parse(&b, bare);
   fits = *wanted && fits_from(&b, 0, wanted);
   for (size_t i = 0; *wanted && bare[i] && !fits; i = demangled_after(&b, i)) {
      const size_t from = after_scope_or_type(bare, i, wanted);
      fits = from > 0 && fits_from(&b, from, wanted);
   }
   demangled_free(&b);
   return fits;
}

/* A method of Rust in an implementation: `<Square as Shape>::area`, of a trait, or
   `<Vec<T>>::push`. */
typedef struct {
   char *type, *trait;                /* NULL: no trait, or no such method */
   const char *rest;                  /* within the name */
} implementation;

static implementation implementation_of(const char *bare)
{
   static const char as[] = " as ";
   implementation of = { NULL, NULL, NULL };
   demangled b;
   size_t end, i = 1;

   demangled_parse(&b, bare);
   end = *bare == '<' && demangled_opens(&b, 0) ? b.partner[0] : 0;
   if (end > 0 && strncmp(bare + end, ">::", 3) == 0) {
      while (i < end && strncmp(bare + i, as, sizeof as - 1) != 0)
         i = demangled_after(&b, i);
      of.type = memory_part(bare + 1, (i < end ? i : end) - 1);
      if (i < end)
         of.trait = memory_part(bare + i + sizeof as - 1, end - i - (sizeof as - 1));
      of.rest = bare + end + 1;
   }
   demangled_free(&b);
   return of;
}

static void implementation_free(implementation *of)
{
   free(of->type);
   free(of->trait);
}

/* Return whether the wanted name is this method, as one of its type or its trait. */
static bool is_method_of(const char *of, const char *rest, const char *wanted)
{
   char *name = memory_format("%s%s", of, rest);
   const bool fits = bare_fits(name, wanted);

   free(name);
   return fits;
}

static bool implementation_fits(const char *bare, const char *wanted)
{
   implementation of = implementation_of(bare), want = implementation_of(wanted);
   bool fits = false;

   if (of.type && want.trait)
      fits = of.trait && bare_fits(of.type, want.type) &&
             bare_fits(of.trait, want.trait) && bare_fits(of.rest, want.rest);
   else if (of.type)
      fits = is_method_of(of.type, of.rest, wanted) ||
             (of.trait && is_method_of(of.trait, of.rest, wanted));
   implementation_free(&of);
   implementation_free(&want);
   return fits;
}

bool parts_fit(const char *name, const char *wanted)
{
   char *base = clones_base(name);
   char *bare = demangled_bare(base);
   bool fits;

   if (strstr(wanted, "[abi:") == NULL)
      demangled_remove_tags(bare);
   fits = bare_fits(bare, wanted) || implementation_fits(bare, wanted);
   free(bare);
   free(base);
   return fits;
}
