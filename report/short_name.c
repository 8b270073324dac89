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

/* Takes out, in place, what stands in angle brackets. */
static void drop_arguments(char *name)
{
   char *to = name;
   unsigned depth = 0;
   char before = '\0';

   for (const char *p = name; *p; p++) {
      const bool is_bracket = (*p == '<' || *p == '>') &&
                              (depth > 0 ? before != '-'
                                         : !is_operator(name, p));

      before = *p;
      if (is_bracket && *p == '<')
         depth++;
      else if (is_bracket && depth > 0)
         depth--;
      else if (depth == 0)
         *to++ = *p;
   }
   while (to > name && to[-1] == ' ')
      to--;
   *to = '\0';
}

/* The part after the return type, which templates show. */
static char *without_type(char *name)
{
   char *operator = strstr(name, "operator");

   for (char *p = operator ? operator : name + strlen(name); p > name; p--)
      if (p[-1] == ' ')
         return p;
   return name;
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

char *short_name_scoped(const char *name)
{
   const char *file = file_part(name);
   char *bare, *marks, *text;

   if (file) {
      char *routine = memory_format("%.*s", (int)(file - name), name);

      bare = short_name_scoped(routine);
      text = memory_format("%s%s", bare, file);
      free(routine);
      free(bare);
      return text;
   }
   bare = bare_name(name);

   if (strcmp(bare, name) == 0)
      return bare;
   marks = take_marks(bare);
   drop_arguments(bare);
   text = memory_format("%s%s", without_type(bare), marks);
   free(marks);
   free(bare);
   return text;
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
   char *whole = text_shorten(name, SIZE_MAX);
   char *scoped = short_name_scoped(whole), *fitting;
   const bool is_cxx = strcmp(scoped, whole) != 0;
   const char *part = scoped, *inner;

   if (text_width(whole) <= width) {
      free(scoped);
      return whole;
   }
   while (text_width(part) > width &&
          (inner = after_scope(part, is_cxx)) != NULL)
      part = inner;
   fitting = text_shorten(part, width);
   free(scoped);
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
