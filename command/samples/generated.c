/* The names that just-in-time compilers give to generated code.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/generated.h"
#include "base/memory.h"
#include "base/paths.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define TIERS "~^+*"

/* Return where the number before `end` begins with its colon, or NULL. */
static const char *number_before(const char *start, const char *end)
{
   const char *p = end;

   while (p > start && isdigit((unsigned char)p[-1]))
      p--;
   return p < end && p > start && p[-1] == ':' ? p - 1 : NULL;
}

/* Return the blank between a routine and its file, or NULL.  Both may contain
   blanks: "get size /my files/a.js". */
static const char *blank_before_file(const char *text)
{
   const char *blank = strstr(text, " /");

   if (blank == NULL)
      blank = strstr(text, " file:");
   return blank ? blank : strrchr(text, ' ');
}

/* Return V8's name behind the kind of code and the tier, or NULL. */
static const char *after_tier(const char *text)
{
   const char *p = text;

   while (isalpha((unsigned char)*p))
      p++;
   return p > text && p[0] == ':' && p[1] && strchr(TIERS, p[1]) ? p + 2 : NULL;
}

static generated_name read_v8(const char *name, const char *blank)
{
   const char *end = blank + strlen(blank), *line = NULL;
   const char *column = number_before(blank, end);

   if (column)
      line = number_before(blank, column);
   return (generated_name){
      .routine = blank > name ? memory_part(name, (size_t)(blank - name))
                 : memory_format("(anonymous) %s", paths_file_name(blank + 1)),
      .file = memory_part(blank + 1, (size_t)((line ? line : end) - blank - 1)),
   };
}

generated_name generated_read(const char *text)
{
   static const char python[] = "py::";
   const size_t length = strlen(python);
   const char *name = after_tier(text);
   const char *blank = name ? blank_before_file(name) : NULL;

   if (blank)
      return read_v8(name, blank);
   if (strncmp(text, python, length) == 0) {
      const char *colon = strchr(text + length, ':');

      if (colon && colon > text + length)
         return (generated_name){
            memory_part(text + length, (size_t)(colon - text) - length),
            memory_string(colon + 1) };
   }
   return (generated_name){ memory_string(text), memory_string("") };
}
