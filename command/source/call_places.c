/* Where in the source routines are called: see source/call_places.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "source/call_places.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/text.h"
#include "profile/optional.h"
#include "source/line_costs.h"

#include <stdlib.h>
#include <string.h>

/* Lines that are named, at most. */
enum { NAMED = 4 };

#define RECORD "x-call\t"

/* Read the record x-call LINE, or x-call LINE FILE.  False: it is another
   one. */
static bool read_place(const model_optional *o, call_place *to)
{
   char *line, *file;
   prof_sum value;
   bool good;

   if (o->sum_count > 0 || strncmp(o->key, RECORD, sizeof RECORD - 1) != 0)
      return false;
   line = memory_string(o->key + sizeof RECORD - 1);
   file = strchr(line, '\t');
   if (file)
      *file++ = '\0';
   good = numbers_read(line, UINT64_MAX, &value) == NULL
          && (file == NULL
              || (strchr(file, '\t') == NULL && escape_undo(file) == NULL));
   if (good)
      *to = (call_place){ file ? memory_string(file) : NULL, (uint64_t)value };
   free(line);
   return good;
}

static int compare_files(const char *a, const char *b)
{
   return a == NULL || b == NULL ? (a != NULL) - (b != NULL) : strcmp(a, b);
}

static int compare(const void *a, const void *b)
{
   const call_place *x = a, *y = b;
   const int order = compare_files(x->file, y->file);

   return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* Sort places, and keep one of equal ones: a call may be inlined in a line that
   also has one that is not. */
static void tidy(call_places *p)
{
   size_t kept = 0;

   qsort(p->list, p->count, sizeof *p->list, compare);
   for (size_t i = 0; i < p->count; i++)
      if (kept > 0 && compare(&p->list[kept - 1], &p->list[i]) == 0)
         free(p->list[i].file);
      else
         p->list[kept++] = p->list[i];
   p->count = kept;
}

/* Read the places of calls that are not inlined, with room for `more`. */
static call_places read_calls(const model *m, size_t caller, size_t callee,
                              size_t more)
{
   const model_owner owner = { MODEL_OF_EDGE, caller, callee };
   size_t past, i = optional_of(m, &owner, &past);
   call_places p = { memory_new(past - i + more + 1, sizeof *p.list), 0 };

   for (; i < past; i++)
      p.count += read_place(&m->optionals[i], &p.list[p.count]);
   return p;
}

uint64_t call_places_only_line(const model *m, size_t caller, size_t callee)
{
   call_places p = read_calls(m, caller, callee, 0);
   const uint64_t line = p.count == 1 && p.list->file == NULL ? p.list->line
                                                              : 0;

   call_places_free(&p);
   return line;
}

call_places call_places_read(const model *m, size_t caller, size_t callee)
{
   const model_edge edge = { .caller = caller, .callee = callee };
   size_t inlined;
   inlined_line *lines = line_costs_inlined(m, &edge, &inlined);
   call_places p = read_calls(m, caller, callee, inlined);

   for (size_t k = 0; k < inlined; k++)
      p.list[p.count++] = (call_place){ NULL, lines[k].line };
   free(lines);
   tidy(&p);
   return p;
}

void call_places_free(call_places *p)
{
   for (size_t i = 0; i < p->count; i++)
      free(p->list[i].file);
   free(p->list);
   *p = (call_places){ NULL, 0 };
}

/* Return the i-th place, with its file if the place before has another one. */
static char *name_place(const call_places *p, size_t i, const char *own)
{
   const call_place *place = &p->list[i];
   char number[NUMBERS_TEXT];

   numbers_text(number, place->line);
   if (i > 0 && compare_files(p->list[i - 1].file, place->file) == 0)
      return memory_string(number);
   return memory_format("%s:%s", paths_file_name(place->file ? place->file
                                                             : own), number);
}

char *call_places_words(const model *m, size_t caller, size_t callee,
                        const char *before)
{
   call_places p = call_places_read(m, caller, callee);
   const size_t named = p.count <= NAMED ? p.count : NAMED - 1;
   char *text = memory_string(p.count > 0 ? before : "");

   for (size_t i = 0; i < named; i++) {
      char *part = name_place(&p, i, m->routines[caller].file);

      memory_append(&text, "%s%s", text_before(i, p.count), part);
      free(part);
   }
   if (named < p.count)
      memory_append(&text, " and %zu other lines", p.count - named);
   call_places_free(&p);
   return text;
}
