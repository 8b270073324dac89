/* The cells of a table.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/cell.h"

#include <stdio.h>
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
   /* The bits shifted out are far below the last decimal. */
   while (part > NUMBERS_MAX / 100) {
      part >>= 1;
      whole >>= 1;
   }
   return cell_quotient(part * 100, whole);
}

cell cell_real(double real)
{
   return (cell){ .kind = CELL_REAL, .real = real };
}

cell cell_difference(double whole)
{
   return (cell){ .kind = CELL_DIFFERENCE, .real = whole };
}

const char *cell_format(char buffer[NUMBERS_TEXT], const cell *c)
{
   switch (c->kind) {
   case CELL_EMPTY:
   case CELL_LIST:
      return "";
   case CELL_TEXT:
      return c->text;
   case CELL_WHOLE:
      return numbers_text(buffer, c->number);
   case CELL_QUOTIENT:
      return numbers_quotient(buffer, c->number, c->divisor);
   case CELL_REAL:
      snprintf(buffer, NUMBERS_TEXT, "%.6g", c->real);
      return buffer;
   case CELL_DIFFERENCE:
      /* A sum with 0 has no sign if it is 0. */
      snprintf(buffer, NUMBERS_TEXT, "%.0f", c->real + 0.0);
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

const char *cell_short_percent(char buffer[CELL_PERCENT], const cell *percent)
{
   double value;

   if (percent->kind == CELL_EMPTY)
      return "";
   value = (double)percent->number / (double)percent->divisor;
   /* In a malformed file a part may be larger than the whole. */
   snprintf(buffer, CELL_PERCENT, value < 99999 ? "%.1f" : "%.0e", value);
   return buffer;
}
