/* Names of routines that fit a column.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "short_name.h"
#include "bare_name.h"
#include "by_caller.h"
#include "memory.h"
#include "text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The `<` or `>` of operator<, operator->, operator<=> and the like opens and
   closes nothing. */
static bool is_operator(const char *name, const char *at)
{
   while (at > name && strchr("<>=-", at[-1]))
      at--;
   return at - name >= 8 && strncmp(at - 8, "operator", 8) == 0;
}

/* Is *p outside angle brackets, and none itself?  To be asked of one character
   after the other; `depth` is 0 at first. */
static bool is_outside(const char *name, const char *p, unsigned *depth)
{
   const bool is_bracket = (*p == '<' || *p == '>') &&
                           (*depth > 0 ? p[-1] != '-' : !is_operator(name, p));

   if (is_bracket && *p == '<') {
      ++*depth;
      return false;
   }
   if (is_bracket && *depth > 0) {
      --*depth;
      return false;
   }
   return *depth == 0;
}

/* Without what stands in angle brackets; the caller frees it. */
static char *without_arguments(const char *name)
{
   char *bare = memory_new(strlen(name) + 1, 1), *to = bare;
   unsigned depth = 0;

   for (const char *p = name; *p; p++)
      if (is_outside(name, p, &depth))
         *to++ = *p;
   while (to > bare && to[-1] == ' ')
      *--to = '\0';
   return bare;
}

/* The part after the return type, which templates show. */
static const char *without_type(const char *name)
{
   const char *after = name;
   unsigned depth = 0;

   for (const char *p = name; *p; p++) {
      if (!is_outside(name, p, &depth))
         continue;
      if (strncmp(p, "operator", 8) == 0)
         break;
      if (*p == ' ')
         after = p + 1;
   }
   return after;
}

/* Takes ` [clone .x]` off the end; what it says is `.x`.  The caller frees. */
static char *take_marks(char *name)
{
   static const char open[] = " [clone ";
   char *marks = memory_string(name + bare_name_unmarked(name)), *to = marks;

   name[strlen(name) - strlen(marks)] = '\0';
   for (const char *p = marks; *p; ) {
      if (strncmp(p, open, sizeof open - 1) == 0)
         p += sizeof open - 1;
      else if (*p == ']')
         p++;
      else
         *to++ = *p++;
   }
   *to = '\0';
   return marks;
}

/* Where NAME@FILE has its file, behind parameters; or NULL. */
static const char *file_part(const char *name)
{
   const char *at = strrchr(name, '@');

   return at && at > name && strchr(")]", at[-1]) ? at : NULL;
}

/* With scopes, but without parameters and type; the caller frees it. */
static char *scoped_name(const char *name, bool with_arguments)
{
   const char *file = file_part(name);
   char *bare, *marks, *plain, *text;

   if (file) {
      char *routine = memory_format("%.*s", (int)(file - name), name);

      bare = scoped_name(routine, with_arguments);
      text = memory_format("%s%s", bare, file);
      free(routine);
      free(bare);
      return text;
   }
   bare = bare_name(name);
   if (strcmp(bare, name) == 0)
      return bare;
   marks = take_marks(bare);
   plain = with_arguments ? memory_string(bare) : without_arguments(bare);
   text = memory_format("%s%s", without_type(plain), marks);
   free(plain);
   free(marks);
   free(bare);
   return text;
}

char *short_name_scoped(const char *name)
{
   return scoped_name(name, false);
}

/* `h` and 16 digits, which older Rust ends names with. */
static bool is_hash(const char *name)
{
   return *name == 'h' && strlen(name) == 17 &&
          strspn(name + 1, "0123456789abcdef") == 16;
}

/* What stands after the first scope, where the name does without; or NULL. */
static const char *after_scope(const char *name, bool is_cxx)
{
   const char *scope = strstr(name, "::"), *bracket = strchr(name, '<');

   if (scope == NULL)
      return NULL;
   /* A closure of Rust has no name, and a method's type is part of its. */
   if (!is_cxx && ((bracket && bracket < scope) || scope[2] == '{' ||
                   is_hash(scope + 2)))
      return NULL;
   return scope + 2;
}

char *short_name(const char *name, size_t width)
{
   char *whole = text_shorten(name, SIZE_MAX), *instance, *scoped, *fitting;
   const char *part, *inner;
   bool is_cxx;

   if (text_width(whole) <= width)
      return whole;
   /* Instances of a template are told apart, where there is room for that. */
   instance = scoped_name(whole, true);
   scoped = scoped_name(whole, false);
   is_cxx = strcmp(scoped, whole) != 0;
   part = text_width(instance) <= width ? instance : scoped;
   while (text_width(part) > width &&
          (inner = after_scope(part, is_cxx)) != NULL)
      part = inner;
   fitting = text_shorten(part, width);
   free(scoped);
   free(instance);
   free(whole);
   return fitting;
}

static const char more[] = BY_CALLER_SEPARATOR "...";

/* The routine and its caller, both as short as they have to be: without a
   caller a context says nothing. */
static char *short_pair(char *const *context, size_t width)
{
   const size_t between = strlen(BY_CALLER_SEPARATOR);
   const char *end = context[2] ? more : "";
   char *name = short_name(context[0], (width - between - strlen(end)) / 2);
   char *above = short_name(context[1], width - text_width(name) - between -
                                        strlen(end));
   char *pair = memory_format("%s%s%s%s", name, BY_CALLER_SEPARATOR, above,
                              end);

   free(name);
   free(above);
   return pair;
}

char *short_context(char *const *context, size_t width)
{
   char *const *at = context;
   char *bare = bare_name(context[0]);
   char *name = short_name(bare, width);

   free(bare);
   while (*++at) {
      char *caller = bare_name(*at);
      char *longer = memory_format("%s%s%s", name, BY_CALLER_SEPARATOR,
                                   caller);
      const size_t left = at[1] ? strlen(more) : 0;
      const bool fits = text_width(longer) + left <= width;

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
