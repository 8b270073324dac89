/* The block of the page with times on the real machine: see seconds.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/seconds.h"
#include "assess/measured_table.h"
#include "assess/seconds.h"
#include "base/memory.h"
#include "base/message.h"
#include "formats/json_value.h"
#include "infer/describe.h"
#include "names/shorten.h"
#include "samples/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 6, SHORT_NAME = 60, OTHERS = 3 };

struct html_seconds {
   samples *read;
   sample_table table;
   seconds_growth *growths;           /* of the table's rows */
   unsigned long scale;
   bool cycles;                       /* the event counts them */
};

html_seconds *html_seconds_new(const option_list *names, const model *m,
                               unsigned long scale, const char *counts_name)
{
   samples *read = samples_read_times((char *const *)names->values,
                                      names->count);
   html_seconds *s;
   uint32_t event;

   if (read == NULL)
      return NULL;
   if (read->cell_count == 0) {
      message_error("html: the files of --samples have no samples: the runs "
                    "took too little CPU time");
      samples_free(read);
      return NULL;
   }
   s = memory_new(1, sizeof *s);
   s->read = read;
   s->scale = scale;
   event = samples_main_event(read);
   s->cycles = strcmp(read->events[event].unit, "ns") != 0;
   measured_table_make(&s->table, read, event, TABLE_ROUTINE, m);
   s->growths = seconds_find(&s->table, read, m, scale, counts_name);
   if (s->growths)
      return s;
   html_seconds_free(s);
   return NULL;
}

void html_seconds_free(html_seconds *s)
{
   if (s == NULL)
      return;
   free(s->growths);
   table_free(&s->table);
   samples_free(s->read);
   free(s);
}

static double now_of(const html_seconds *s, size_t i)
{
   return 1e-9 * s->table.rows[i].weight;
}

static void set_real(json_t *object, const char *key, double value)
{
   json_value_set(object, key, json_value_real(value, DIGITS));
}

/* Return a row with its name, its routine in the page, and the time now. */
static json_t *make_named(const html_seconds *s, const html_data *d, size_t i)
{
   json_t *row = json_object();
   const size_t routine = s->growths[i].routine;
   const size_t place = routine == SECONDS_NONE ? HTML_NONE
                                                : d->place[routine];
   const char *name = table_name(s->read, &s->table.rows[i]);
   char *brief = shorten_name(name, SHORT_NAME);

   json_value_set(row, "name", json_value_text(name));
   json_value_set(row, "short", json_value_text(brief));
   json_value_set(row, "routine", place != HTML_NONE
                                  ? json_value_whole(place) : json_null());
   set_real(row, "now", now_of(s, i));
   free(brief);
   return row;
}

static json_t *make_row(const html_seconds *s, const html_data *d, size_t i)
{
   const table_row *r = &s->table.rows[i];
   const seconds_growth *g = &s->growths[i];
   const seconds_then then = seconds_then_of(g, r, now_of(s, i));
   json_t *row = make_named(s, d, i);
   char class[GROWTH_NAME_SIZE];

   json_value_set(row, "class",
                  json_value_text(seconds_class(class, g)));
   set_real(row, "then", then.time);
   set_real(row, "low", then.low);
   /* Without an upper end where that is not known. */
   if (isfinite(then.high)) {
      set_real(row, "high", then.high);
      set_real(row, "slower", g->slower);
   }
   json_value_set(row, "samples", json_value_whole(r->count));
   return row;
}

void html_seconds_write(const html_seconds *s, const html_data *d, FILE *file)
{
   json_t *block, *rows, *others;
   size_t more = 0;

   if (s == NULL) {
      fputs("null", file);
      return;
   }
   block = json_object();
   rows = json_array();
   others = json_array();
   for (size_t i = 0; i < s->table.count; i++) {
      if (!(now_of(s, i) > 0))
         continue;
      if (s->growths[i].known)
         json_value_append(rows, make_row(s, d, i));
      else if (json_array_size(others) < OTHERS)
         json_value_append(others, make_named(s, d, i));
      else
         more++;
   }
   json_value_set(block, "unit", json_value_text(s->cycles ? "Gcycles" : "s"));
   json_value_set(block, "scale", json_value_whole(s->scale));
   set_real(block, "total", 1e-9 * s->table.weight);
   json_value_set(block, "rows", rows);
   json_value_set(block, "others", others);
   json_value_set(block, "more", json_value_whole(more));
   json_value_write_script(file, block);
}
