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

cell cell_empty(void)
{
   return (cell){ .kind = CELL_EMPTY };
}

cell cell_text(const char *text)
{
   return (cell){ .kind = CELL_TEXT, .text = text };
}

cell cell_list(char *const *list)
{
   return (cell){ .kind = CELL_LIST, .list = list };
}

cell cell_whole(prof_sum number)
{
   return (cell){ .kind = CELL_WHOLE, .number = number };
}

cell cell_quotient(prof_sum number, prof_sum divisor)
{
   if (divisor == 0)
      return cell_empty();
   return (cell){ .kind = CELL_QUOTIENT, .number = number,
                  .divisor = divisor };
}

cell cell_percent(prof_sum part, prof_sum whole)
{
   /* The bits that go are far below the last decimal. */
   while (part > TEXT_SUM_MAX / 100) {
      part >>= 1;
      whole >>= 1;
   }
   return cell_quotient(part * 100, whole);
}

cell cell_real(double real)
{
   return (cell){ .kind = CELL_REAL, .real = real };
}

const char *cell_format(char buffer[TEXT_NUMBER], const cell *c)
{
   switch (c->kind) {
   case CELL_EMPTY:
   case CELL_LIST:
      return "";
   case CELL_TEXT:
      return c->text;
   case CELL_WHOLE:
      return text_number(buffer, c->number);
   case CELL_QUOTIENT:
      return numbers_quotient(buffer, c->number, c->divisor);
   case CELL_REAL:
      snprintf(buffer, TEXT_NUMBER, "%.6g", c->real);
      return buffer;
   }
   return "";
}

static long double value(const cell *c)
{
   switch (c->kind) {
   case CELL_WHOLE:
      return c->number;
   case CELL_QUOTIENT:
      return (long double)c->number / (long double)c->divisor;
   default:
      return c->real;
   }
}

int cell_compare(const cell *a, const cell *b)
{
   if (a->kind == CELL_EMPTY || b->kind == CELL_EMPTY)
      return (a->kind == CELL_EMPTY) - (b->kind == CELL_EMPTY);
   if (a->kind == CELL_TEXT || b->kind == CELL_TEXT) {
      if (a->kind != b->kind)
         return a->kind == CELL_TEXT ? 1 : -1;
      return strcmp(a->text, b->text);
   }
   if (a->kind == CELL_WHOLE && b->kind == CELL_WHOLE)
      return (a->number < b->number) - (a->number > b->number);
   return (value(a) < value(b)) - (value(a) > value(b));
}

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
