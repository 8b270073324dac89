/* The data file of `aprof fit`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/fit_data.h"
#include "base/memory.h"
#include "base/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest sizes and costs: the squares of larger ones would overflow. */
static const double largest_size = 1e30, largest_cost = 1e60;

static const char *const field_names[] = { "size", "cost", "number of calls" };
enum { FIELDS = 3 };

/* Cut a line into fields, at most FIELDS + 1; return their number. */
static int split(char *line, char *fields[FIELDS + 1])
{
   int count = 0;

   for (char *field = strtok(line, " \t\r\n"); field && count <= FIELDS;
        field = strtok(NULL, " \t\r\n"))
      fields[count++] = field;
   return count;
}

/* Read a number.  Return NULL, or a static text that says what is wrong. */
static const char *read_number(const char *text, double max, double *number)
{
   char *end;

   /* Hexadecimal numbers, `nan` and `inf` are not accepted. */
   if (strspn(text, "+-.0123456789eE") != strlen(text))
      return "is not a number";
   *number = strtod(text, &end);
   if (end == text || *end != '\0')
      return "is not a number";
   if (*number < 0)
      return "is negative";
   if (*number > max)
      return "is too large";
   return NULL;
}

/* Read a line that is no comment.  Return false after one line on stderr if it
   is wrong. */
static bool read_line(fit_data *d, const char *name, size_t line,
                      char *fields[], int count)
{
   static const double max[FIELDS] = { largest_size, largest_cost, 1e30 };
   double numbers[FIELDS] = { 0, 0, 1 };
   verdict_point *p;

   if (count < 2 || count > FIELDS) {
      message_error("%s:%zu: two or three fields are needed: size, cost and "
                    "the number of calls, with spaces or tabs between them",
                    name, line);
      return false;
   }
   for (int i = 0; i < count; i++) {
      const char *wrong = read_number(fields[i], max[i], &numbers[i]);

      if (wrong == NULL && i == 2 && numbers[i] == 0)
         wrong = "is 0";
      if (wrong != NULL && i == 0 && d->count == 0 && !d->has_any_header &&
          strcmp(wrong, "is not a number") == 0) {
         d->has_any_header = true;
         return true;
      }
      if (wrong != NULL) {
         message_error("%s:%zu: the %s %s", name, line, field_names[i], wrong);
         return false;
      }
   }
   d->points = memory_grow(d->points, d->count, &d->room, sizeof *d->points);
   p = &d->points[d->count++];
   p->size = numbers[0];
   p->cost = numbers[1];
   p->calls = numbers[2];
   return true;
}

/* Windows programs write it before UTF-8. */
static const char byte_order_mark[] = "\xef\xbb\xbf";
static const size_t mark_length = sizeof byte_order_mark - 1;

static bool read_lines(fit_data *d, const char *name, FILE *file)
{
   char *text = NULL;
   size_t room = 0, line = 0;
   bool good = true;
   ssize_t length;

   errno = 0;
   while (good && (length = getline(&text, &room, file)) >= 0) {
      char *fields[FIELDS + 1];
      size_t mark;
      int count;

      line++;
      if (strlen(text) < (size_t)length) {
         message_error("%s:%zu: the line holds a zero byte", name, line);
         good = false;
         break;
      }
      mark = line == 1 && strncmp(text, byte_order_mark, mark_length) == 0
                ? mark_length : 0;
      count = split(text + mark, fields);
      if (count > 0 && fields[0][0] != '#')
         good = read_line(d, name, line, fields, count);
   }
   if (good && ferror(file)) {
      message_error("%s: %s", name, strerror(errno));
      good = false;
   } else if (good && d->count == 0) {
      message_error("%s: the file holds no points", name);
      good = false;
   }
   free(text);
   return good;
}

static void note_left_out(const fit_data *d, const char *name)
{
   size_t n = 0;

   for (size_t i = 0; i < d->count; i++)
      n += d->points[i].size < 1;
   if (n > 0)
      message_note("%s: %zu point%s of a size below 1 %s left out", name, n,
                   n == 1 ? "" : "s", n == 1 ? "is" : "are");
}

bool fit_data_read(fit_data *d, const char *name)
{
   bool is_stdin = strcmp(name, "-") == 0, good;
   const char *shown = is_stdin ? "stdin" : name;
   FILE *file = is_stdin ? stdin : fopen(name, "r");

   *d = (fit_data){ .points = NULL };
   if (file == NULL) {
      message_error("%s: %s", name, strerror(errno));
      return false;
   }
   good = read_lines(d, shown, file);
   if (!is_stdin)
      fclose(file);
   if (good)
      note_left_out(d, shown);
   else
      free(d->points);
   return good;
}

static int by_size(const void *a, const void *b)
{
   const verdict_point *x = a, *y = b;

   return (x->size > y->size) - (x->size < y->size);
}

bool fit_data_join_sizes(fit_data *d)
{
   bool varies = false;
   size_t kept = 0;

   qsort(d->points, d->count, sizeof *d->points, by_size);
   for (size_t i = 0, next; i < d->count; i = next) {
      verdict_point sum = { d->points[i].size, 0, 0 };

      for (next = i; next < d->count && d->points[next].size == sum.size;
           next++)
         sum.calls += d->points[next].calls;
      for (size_t k = i; k < next; k++) {
         sum.cost += d->points[k].cost * (d->points[k].calls / sum.calls);
         varies |= d->points[k].cost != d->points[i].cost;
      }
      d->points[kept++] = sum;
   }
   d->count = kept;
   return varies;
}
