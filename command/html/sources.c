/* The source lines of routines, as a block of the page.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/sources.h"
#include "base/memory.h"
#include "formats/json_value.h"
#include "profile/edges.h"
#include "source/call_places.h"
#include "source/line_costs.h"
#include "source/lines.h"

#include <stdlib.h>
#include <string.h>

/* Debug information names the line of a routine's first instruction; the head
   of the routine is a little above that line. */
#define LINES_AROUND 4
#define LINES_AFTER 40
#define LONGEST_LINE 400
/* A callee with less of the run's cost does not bring the lines of its calls into
   the page. */
#define WORTH_A_LINE 0.01

static json_t *make_line(const char *line)
{
   size_t length = strcspn(line, "\r");
   char *copy = memory_part(line,
                            length < LONGEST_LINE ? length : LONGEST_LINE);
   json_t *text = json_value_text(copy);

   free(copy);
   return text;
}

/* Mark the lines first to last of a file with `lines` lines. */
static void mark_range(bool *wanted, uint64_t first, uint64_t last,
                       size_t lines)
{
   for (uint64_t n = first > LINES_AROUND ? first - LINES_AROUND : 1;
        n <= last + LINES_AROUND && n <= lines; n++)
      wanted[n] = true;
}

/* Mark the lines in which a routine calls what has a part in the cost. */
static void mark_calls(const model *m, size_t routine, bool *wanted,
                       size_t lines)
{
   size_t past;

   for (size_t i = edges_of(m, routine, &past); i < past; i++) {
      call_places p;

      if ((double)m->edges[i].outermost < WORTH_A_LINE * (double)m->total.cost)
         continue;
      p = call_places_read(m, routine, m->edges[i].callee);
      for (size_t k = 0; k < p.count; k++)
         if (p.list[k].file == NULL)
            mark_range(wanted, p.list[k].line, p.list[k].line, lines);
      call_places_free(&p);
   }
}

/* Mark what the page shows of a routine: its head, and the lines that have a
   cost or calls. */
static void mark_routine(const model *m, size_t routine, bool *wanted,
                         size_t lines)
{
   const uint64_t line = m->routines[routine].line;
   line_costs costs = line_costs_read(m, routine);

   if (line != MODEL_NO_LINE && line > 0 && line <= lines)
      mark_range(wanted, line, line + LINES_AFTER, lines);
   for (size_t i = 0; i < costs.count; i++)
      mark_range(wanted, costs.list[i].line, costs.list[i].line, lines);
   line_costs_free(&costs);
   mark_calls(m, routine, wanted, lines);
}

/* Mark the lines of the routines by_file[first..past): of line 1 in [1]. */
static bool *mark_lines(const html_data *d, size_t first, size_t past,
                        size_t lines)
{
   bool *wanted = memory_new(lines + 2, sizeof *wanted);

   for (size_t i = first; i < past; i++)
      mark_routine(d->m, d->sources.by_file[i], wanted, lines);
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
                  json_boolean(text.changed > 0 && (uint64_t)text.changed
                                                   > model_first_start(d->m)));
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
