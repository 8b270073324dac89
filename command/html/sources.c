/* The source lines of routines, as a block of the page.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/sources.h"
#include "base/memory.h"
#include "formats/json_value.h"
#include "source/lines.h"

#include <stdlib.h>
#include <string.h>

/* Debug information names the line of a routine's first instruction; the head
   of the routine is a little above that line. */
#define LINES_BEFORE 4
#define LINES_AFTER 44
#define LONGEST_LINE 400

static json_t *make_line(const char *line)
{
   size_t length = strcspn(line, "\r");
   char *copy = memory_part(line,
                            length < LONGEST_LINE ? length : LONGEST_LINE);
   json_t *text = json_value_text(copy);

   free(copy);
   return text;
}

/* Mark the lines around the entries of the routines by_file[first..past): of
   line 1 in [1]. */
static bool *mark_lines(const html_data *d, size_t first, size_t past,
                        size_t lines)
{
   bool *wanted = memory_new(lines + 2, sizeof *wanted);

   for (size_t i = first; i < past; i++) {
      uint64_t line = d->m->routines[d->sources.by_file[i]].line;

      if (line == MODEL_NO_LINE || line == 0 || line > lines)
         continue;
      for (size_t n = line > LINES_BEFORE ? line - LINES_BEFORE : 1;
           n <= line + LINES_AFTER && n <= lines; n++)
         wanted[n] = true;
   }
   return wanted;
}

static json_t *make_parts(const source_lines *text, const bool *wanted)
{
   json_t *parts = json_array(), *lines = NULL;

   for (size_t n = 1; n <= text->count; n++) {
      if (!wanted[n])
         continue;
      if (!wanted[n - 1]) {
         lines = json_array();
         json_value_append(parts, json_value_whole(n));
         json_value_append(parts, lines);
      }
      json_value_append(lines, make_line(text->lines[n - 1]));
   }
   return parts;
}

static json_t *make_file(const html_data *d, const char *name, size_t first,
                         size_t past)
{
   json_t *file = json_object();
   source_lines text;
   bool *wanted;

   if (!source_lines_read(&text, name)) {
      json_decref(file);
      return json_null();
   }
   wanted = mark_lines(d, first, past, text.count);
   json_value_set(file, "newer",
                  json_boolean(text.changed > 0 &&
                               (uint64_t)text.changed > model_first_start(d->m)));
   json_value_set(file, "parts", make_parts(&text, wanted));
   free(wanted);
   source_lines_free(&text);
   return file;
}

void html_sources_write(const html_data *d, bool read, FILE *file)
{
   const source_index *s = &d->sources;
   size_t first = 0;

   while (first < s->routines && s->of_routine[s->by_file[first]] == s->count)
      first++;
   for (size_t f = 0; f < s->count; f++) {
      size_t past = first;

      while (past < s->routines && s->of_routine[s->by_file[past]] == f)
         past++;
      json_value_write_script(file, read ? make_file(d, s->names[f], first,
                                                     past) : json_null());
      putc('\n', file);
      first = past;
   }
}
