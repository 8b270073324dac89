/* The parts of the program that --what names: see wanted.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/wanted.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "base/text.h"
#include "names/near.h"

#include <stdlib.h>
#include <string.h>

/* Return the colon before the number of a line, or NULL. */
static const char *line_colon(const char *what)
{
   const char *colon = strrchr(what, ':');

   return colon && colon != what && colon[1] && !text_begins(what, "file:") &&
          !text_begins(what, "object:") &&
          strspn(colon + 1, "0123456789") == strlen(colon + 1) ? colon : NULL;
}

bool wanted_is_line(const char *what)
{
   return line_colon(what) != NULL;
}

/* Return the part whose time tells whether that one has run: of a routine with
   all that it calls, the routine.  The caller frees the text. */
static char *measured_of(const char *what)
{
   const size_t n = strlen(what);

   return text_begins(what, "file:") || text_begins(what, "object:") ||
          line_colon(what) || n < 2 || what[n - 1] != '+'
          ? memory_string(what) : memory_part(what, n - 1);
}

char **wanted_options(const char *const *what, size_t count)
{
   char **options = memory_new(count + 1, sizeof *options);

   for (size_t i = 0; i < count; i++) {
      char *part = measured_of(what[i]);

      options[i] = memory_format("--part=%s", part);
      free(part);
   }
   return options;
}

bool wanted_has_run(const whatif *s, const char *what)
{
   char *part = measured_of(what);
   const double self = whatif_self(s, part);

   free(part);
   return self > 0;
}

/* What the names of a message are taken from. */
typedef enum { OF_ROUTINES, OF_FILES, OF_OBJECTS } source;

/* Return the names, and their number; the caller frees the list. */
static const char **names_of(const whatif *s, source from, size_t *count)
{
   const char **names = memory_new(s->routine_count + 1, sizeof *names);

   *count = 0;
   for (size_t i = 0; i < s->routine_count; i++) {
      const whatif_routine *r = &s->routines[i];
      const char *name = from == OF_ROUTINES ? r->name :
                         paths_file_name(from == OF_FILES ? r->file
                                                          : r->object);

      if (*name)
         names[(*count)++] = name;
   }
   return names;
}

static char *near_of(const whatif *s, source from, const char *sought)
{
   size_t count;
   const char **names = names_of(s, from, &count);
   char *near = near_names(sought, names, count);

   free(names);
   return near;
}

/* Return the lines of the file before and behind a line that have run, as
   " (near: FILE:LINE, FILE:LINE)", or "".  The caller frees the text. */
static char *near_lines(const whatif *lines, const char *file, uint64_t line)
{
   const whatif_routine *before = NULL, *behind = NULL;

   for (size_t i = 0; lines && i < lines->routine_count; i++) {
      const whatif_routine *r = &lines->routines[i];

      if (strcmp(paths_file_name(r->file), paths_file_name(file)) != 0)
         continue;
      if (r->line < line && (before == NULL || r->line > before->line))
         before = r;
      if (r->line > line && (behind == NULL || r->line < behind->line))
         behind = r;
   }
   if (before == NULL && behind == NULL)
      return memory_string("");
   return memory_format(" (near: %s%s%s)", before ? before->name : "",
                        before && behind ? ", " : "",
                        behind ? behind->name : "");
}

static void refuse_line(const whatif *s, const whatif *lines,
                        const char *what, const char *colon)
{
   char *file = memory_part(what, (size_t)(colon - what));
   char *near = near_lines(lines, file, strtoull(colon + 1, NULL, 10));

   if (*near == '\0') {
      free(near);
      near = near_of(lines ? lines : s, OF_FILES, paths_file_name(file));
   }
   message_error("what-if: no code of the line '%s' has run%s", what, near);
   free(near);
   free(file);
}

void wanted_refuse(const whatif *s, const whatif *lines, const char *what)
{
   const char *colon = line_colon(what);
   char *routine, *near;

   if (colon) {
      refuse_line(s, lines, what, colon);
      return;
   }
   if (text_begins(what, "file:")) {
      near = near_of(s, OF_FILES, what + 5);
      message_error("what-if: no code of the source file '%s' has run%s",
                    what + 5, near);
   } else if (text_begins(what, "object:")) {
      near = near_of(s, OF_OBJECTS, what + 7);
      message_error("what-if: no code of the object '%s' has run%s", what + 7,
                    near);
   } else {
      routine = measured_of(what);
      near = near_of(s, OF_ROUTINES, routine);
      message_error("what-if: no routine '%s' has run%s", routine, near);
      free(routine);
   }
   free(near);
}
