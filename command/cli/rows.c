/* Rows of cells, and their two machine-readable forms.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/rows.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/utf8.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void rows_begin(row_output *r, FILE *file, rows_format format,
                const char *const *columns, size_t column_count)
{
   *r = (row_output){ file, format, columns, column_count, 0 };
   if (format == ROWS_JSON) {
      putc('[', file);
      return;
   }
   for (size_t i = 0; i < column_count; i++)
      fprintf(file, "%s%s", i ? "\t" : "", columns[i]);
   putc('\n', file);
}

static json_t *json_text(const char *text)
{
   char *valid = utf8_valid(text);
   json_t *j = json_string(valid);

   free(valid);
   return j;
}

static json_t *json_list(char *const *list)
{
   json_t *j = json_array();

   for (; *list; list++)
      if (json_array_append_new(j, json_text(*list)) != 0)
         message_fatal("out of memory");
   return j;
}

static json_t *json_cell(const cell *c)
{
   char buffer[TEXT_NUMBER];
   const char *number;

   if (c->kind == CELL_EMPTY)
      return json_null();
   if (c->kind == CELL_TEXT)
      return json_text(c->text);
   if (c->kind == CELL_LIST)
      return json_list(c->list);
   number = cell_format(buffer, c);
   if (strspn(number, "0123456789") == strlen(number)) {
      long long whole;

      errno = 0;
      whole = strtoll(number, NULL, 10);
      if (errno == 0)
         return json_integer(whole);
   }
   return json_real(strtod(number, NULL));
}

static void add_json(row_output *r, const cell *cells)
{
   json_t *object = json_object();

   for (size_t i = 0; i < r->column_count; i++)
      if (json_object_set_new(object, r->columns[i],
                              json_cell(&cells[i])) != 0)
         message_fatal("out of memory");
   fputs(r->row_count ? ",\n " : "\n ", r->file);
   /* 15 digits give back what has been rounded to decimals. */
   if (json_dumpf(object, r->file,
                  JSON_COMPACT | JSON_REAL_PRECISION(15)) != 0 &&
       !ferror(r->file))
      message_fatal("out of memory");
   json_decref(object);
}

void rows_add(row_output *r, const cell *cells)
{
   char buffer[TEXT_NUMBER];

   if (r->format == ROWS_JSON) {
      add_json(r, cells);
   } else {
      for (size_t i = 0; i < r->column_count; i++) {
         if (i > 0)
            putc('\t', r->file);
         text_put_escaped(r->file, cell_format(buffer, &cells[i]));
      }
      putc('\n', r->file);
   }
   r->row_count++;
}

void rows_end(row_output *r)
{
   if (r->format == ROWS_JSON)
      fputs(r->row_count ? "\n]\n" : "]\n", r->file);
}

size_t rows_terminal_width(void)
{
   struct winsize window;

   if (isatty(STDOUT_FILENO) &&
       ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 80)
      return window.ws_col;
   return 80;
}
