/* Names of routines that fit into a column.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/shorten.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "names/demangled.h"
#include "profile/by_caller.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Return a name without what is in angle brackets; the caller frees it. */
static char *without_arguments(const char *name)
{
   char *bare = memory_new(strlen(name) + 1, 1), *to = bare;
   demangled b;

   demangled_parse(&b, name);
   for (size_t i = 0; name[i]; i++) {
      if (name[i] != '<' || !demangled_opens(&b, i)) {
         *to++ = name[i];
         continue;
      }
      i = b.partner[i];
      while (to > bare && to[-1] == ' ')
         to--;
   }
   *to = '\0';
   demangled_free(&b);
   return bare;
}

/* The same for Rust, where arguments follow `::`.  A type in angle brackets
   without `::`, or an `impl` with it, is no argument: it is the type of the
   method. */
static char *without_rust_arguments(const char *name)
{
   static const char before[] = "::<", scope[] = "::<impl ";
   char *bare = memory_new(strlen(name) + 1, 1), *to = bare;
   demangled b;

   demangled_parse(&b, name);
   for (size_t i = 0, after; name[i]; i = after) {
      const bool is_argument =
         strncmp(name + i, before, sizeof before - 1) == 0 &&
         strncmp(name + i, scope, sizeof scope - 1) != 0 &&
         demangled_opens(&b, i + 2);

      after = is_argument ? b.partner[i + 2] + 1 : demangled_after(&b, i);
      if (!is_argument) {
         memcpy(to, name + i, after - i);
         to += after - i;
      }
   }
   *to = '\0';
   demangled_free(&b);
   return bare;
}

/* Return the part of a name after the return type, which templates have: after
   the last blank that is in no brackets and no part of a name. */
static const char *without_type(const char *name)
{
   size_t after = 0;
   demangled b;

   demangled_parse(&b, name);
   for (size_t i = 0; name[i]; i = demangled_after(&b, i))
      if (name[i] == ' ' && !demangled_is_qualifier(name + i))
         after = i + 1;
   demangled_free(&b);
   return name + after;
}

/* Take ` [clone .x]` off the end of a name; return its `.x`, which the caller
   frees.  `.llvm.` and a number mark no clone, but a symbol that was local. */
static char *take_marks(char *name)
{
   static const char open[] = " [clone ", local[] = " [clone .llvm.";
   char *marks = memory_string(name + demangled_unmarked(name)), *to = marks;

   name[strlen(name) - strlen(marks)] = '\0';
   for (const char *p = marks; *p; ) {
      if (strncmp(p, local, sizeof local - 1) == 0)
         p += strcspn(p, "]");
      else if (strncmp(p, open, sizeof open - 1) == 0)
         p += sizeof open - 1;
      else if (*p == ']')
         p++;
      else
         *to++ = *p++;
   }
   *to = '\0';
   return marks;
}

/* Return whether a name has parameters; only names of C++ and D have them. */
static bool has_parameters(const char *name)
{
   char *bare = demangled_bare(name);
   const bool has = strcmp(bare, name) != 0;

   free(bare);
   return has;
}

/* Return where the file of NAME@FILE begins, after parameters; or NULL. */
static const char *file_part(const char *name)
{
   size_t at = 0;
   demangled b;
   char *routine;
   bool found;

   demangled_parse(&b, name);
   while (name[at] && name[at] != '@')
      at = demangled_after(&b, at);
   demangled_free(&b);
   if (name[at] == '\0')
      return NULL;
   routine = memory_part(name, at);
   found = has_parameters(routine);
   free(routine);
   return found ? name + at : NULL;
}

/* Return a name with scopes, but without parameters and type; the caller frees
   it. */
static char *scoped_name(const char *name, bool with_arguments)
{
   const char *file = file_part(name);
   char *bare, *marks, *plain, *text;

   if (file) {
      char *routine = memory_part(name, file - name);

      bare = scoped_name(routine, with_arguments);
      text = memory_format("%s%s", bare, file);
      free(routine);
      free(bare);
      return text;
   }
   bare = demangled_bare(name);
   marks = take_marks(bare);
   plain = with_arguments         ? memory_string(bare)
           : has_parameters(name) ? without_arguments(bare)
                                  : without_rust_arguments(bare);
   text = memory_format("%s%s", has_parameters(name) ? without_type(plain)
                                                     : plain, marks);
   free(plain);
   free(marks);
   free(bare);
   return text;
}

char *shorten_in_sentence(const char *name)
{
   return shorten_name(name, SHORTEN_IN_SENTENCE);
}

char *shorten_scoped(const char *name)
{
   return scoped_name(name, false);
}

/* Return whether a name is `h` and 16 digits, with which older Rust ends
   names. */
static bool is_hash(const char *name)
{
   return *name == 'h' && strlen(name) == 17 &&
          strspn(name + 1, "0123456789abcdef") == 16;
}

/* Return the place after the scope at i, if the name can do without it, else
   0. */
static size_t after_scope(const demangled *b, size_t i)
{
   const char *name = b->name;

   for (; name[i]; i = demangled_after(b, i)) {
      /* In Rust the type is part of the name of a method. */
      if (name[i] == '<')
         return 0;
      if (strncmp(name + i, "::", 2) == 0)
         /* A closure has no name. */
         return name[i + 2] == '{' || is_hash(name + i + 2) ? 0 : i + 2;
   }
   return 0;
}

/* Return the place after the path of a Go package, and after the package if the
   type of a method follows; 0 if there is no such name: `a.b/c.(*T).m`. */
static size_t after_path(const demangled *b, size_t i)
{
   const char *name = b->name;
   size_t path = 0, package = 0;

   for (; name[i] && !strchr(" <:@", name[i]); i = demangled_after(b, i)) {
      if (name[i] == '/')
         path = i + 1;
      else if (name[i] == '.' && package <= path)
         package = i + 1;
   }
   if (name[i] != '\0' || package <= path)
      return 0;
   return path > 0 ? path : name[package] == '(' ? package : 0;
}

/* Return a name in `width` columns without the scopes that do not fit, then
   without its middle; the caller frees it. */
static char *without_scopes(const char *name, size_t width)
{
   size_t i = 0, inner;
   demangled b;

   demangled_parse(&b, name);
   while (utf8_width(name + i) > width &&
          ((inner = after_path(&b, i)) > 0 ||
           (inner = after_scope(&b, i)) > 0))
      i = inner;
   demangled_free(&b);
   return utf8_shorten(name + i, width);
}

char *shorten_name(const char *name, size_t width)
{
   char *whole = utf8_shorten(name, SIZE_MAX), *instance, *scoped, *fitting;

   if (utf8_width(whole) <= width)
      return whole;
   /* Template arguments distinguish instances, if there is room for them. */
   instance = scoped_name(whole, true);
   scoped = scoped_name(whole, false);
   fitting = without_scopes(utf8_width(instance) <= width ? instance : scoped,
                            width);
   free(scoped);
   free(instance);
   free(whole);
   return fitting;
}

static const char more[] = BY_CALLER_SEPARATOR "...";

/* Return the routine and its caller, both as short as they have to be: a
   context without a caller says nothing. */
static char *short_pair(char *const *context, size_t width)
{
   const size_t between = strlen(BY_CALLER_SEPARATOR);
   const char *end = context[2] ? more : "";
   char *name = shorten_name(context[0], (width - between - strlen(end)) / 2);
   char *above = shorten_name(context[1], width - utf8_width(name) - between -
                                        strlen(end));
   char *pair = memory_format("%s%s%s%s", name, BY_CALLER_SEPARATOR, above,
                              end);

   free(name);
   free(above);
   return pair;
}

char *shorten_context(char *const *context, size_t width)
{
   char *const *at = context;
   char *bare = demangled_bare(context[0]);
   char *name = shorten_name(utf8_width(bare) <= width ? bare : context[0],
                             width);

   free(bare);
   while (*++at) {
      char *caller = demangled_bare(*at);
      char *longer = memory_format("%s%s%s", name, BY_CALLER_SEPARATOR,
                                   caller);
      const size_t left = at[1] ? strlen(more) : 0;
      const bool fits = utf8_width(longer) + left <= width;

      free(caller);
      if (!fits) {
         free(longer);
         longer = at == context + 1 ? short_pair(context, width)
                                    : memory_format("%s%s", name, more);
      }
      free(name);
      name = longer;
      if (!fits)
         break;
   }
   return name;
}
