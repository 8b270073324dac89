/* Rows of cells in two machine-readable forms.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/rows.h"
#include "base/escape.h"
#include "base/numbers.h"
#include "formats/json_value.h"

#include <errno.h>
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

static json_t *list_value(char *const *list)
{
   json_t *array = json_array();

   for (; *list; list++)
      json_value_append(array, json_value_text(*list));
   return array;
}

static json_t *cell_value(const cell *c)
{
   char buffer[NUMBERS_TEXT];
   const char *number;

   if (c->kind == CELL_EMPTY)
      return json_null();
   if (c->kind == CELL_TEXT)
      return json_value_text(c->text);
   if (c->kind == CELL_LIST)
      return list_value(c->list);
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
      json_value_set(object, r->columns[i], cell_value(&cells[i]));
   fputs(r->row_count ? ",\n " : "\n ", r->file);
   json_value_write(r->file, object, JSON_VALUE_ROUNDED);
}

void rows_add(row_output *r, const cell *cells)
{
   char buffer[NUMBERS_TEXT];

   if (r->format == ROWS_JSON) {
      add_json(r, cells);
   } else {
      for (size_t i = 0; i < r->column_count; i++) {
         if (i > 0)
            putc('\t', r->file);
         escape_put(r->file, cell_format(buffer, &cells[i]));
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

size_t rows_terminal_columns(void)
{
   struct winsize window;

   if (isatty(STDOUT_FILENO) &&
       ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0)
      return window.ws_col;
   return 0;
}

size_t rows_terminal_width(void)
{
   const size_t columns = rows_terminal_columns();

   return columns > 80 ? columns : 80;
}
