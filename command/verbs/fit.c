/* aprof fit: which function of the size do costs in a data file follow?

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/infer.h"
#include "base/memory.h"
#include "base/message.h"
#include "cli/options.h"
#include "cli/rows.h"
#include "infer/describe.h"
#include "verbs/verbs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In this order, and only ever added to at the end. */
enum {
   CLASS, FORMULA, EXPONENT, EXPONENT_LO, EXPONENT_HI, CONFIDENCE, WARNING_LIST,
   COLUMNS
};

static const char *const columns[COLUMNS] = {
   "class", "formula", "exponent", "exponent_lo", "exponent_hi", "confidence",
   "warnings",
};

enum { AS_TABLE, AS_TSV, AS_JSON };
static const char *const formats[] = { "table", "tsv", "json", NULL };

/* --- reading --- */

typedef struct {
   infer_point *points;
   size_t count, room;
   bool has_any_header;
} data;

/* Sizes and costs up to these; beyond them their squares would overflow. */
static const double largest_size = 1e30, largest_cost = 1e60;

static const char *const field_names[] = { "size", "cost", "number of calls" };
enum { FIELDS = 3 };

/* Cuts a line into fields, at most FIELDS + 1; tells how many. */
static int split(char *line, char *fields[FIELDS + 1])
{
   int count = 0;

   for (char *field = strtok(line, " \t\r\n"); field && count <= FIELDS;
        field = strtok(NULL, " \t\r\n"))
      fields[count++] = field;
   return count;
}

/* NULL, or what is wrong with a number. */
static const char *read_number(const char *text, double max, double *number)
{
   char *end;

   /* No hexadecimal numbers, and `nan` and `inf` are no numbers. */
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

/* A line that is no comment.  False: one line on stderr has said why. */
static bool read_line(data *d, const char *name, size_t line, char *fields[],
                      int count)
{
   static const double max[FIELDS] = { largest_size, largest_cost, 1e30 };
   double numbers[FIELDS] = { 0, 0, 1 };
   infer_point *p;

   if (count < 2 || count > FIELDS) {
      message_error("%s:%zu: two or three fields are needed: size, cost and "
                    "the number of calls", name, line);
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

/* What Windows writes before UTF-8. */
static const char byte_order_mark[] = "\xef\xbb\xbf";
static const size_t mark_length = sizeof byte_order_mark - 1;

static bool read_lines(data *d, const char *name, FILE *file)
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

static void note_left_out(const data *d, const char *name)
{
   size_t n = 0;

   for (size_t i = 0; i < d->count; i++)
      n += d->points[i].size < 1;
   if (n > 0)
      message_note("%s: %zu point%s of a size below 1 %s left out", name, n,
                   n == 1 ? "" : "s", n == 1 ? "is" : "are");
}

static bool read_data(data *d, const char *name)
{
   bool is_stdin = strcmp(name, "-") == 0, good;
   const char *shown = is_stdin ? "stdin" : name;
   FILE *file = is_stdin ? stdin : fopen(name, "r");

   *d = (data){ .points = NULL };
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

/* --- judging --- */

static int by_size(const void *a, const void *b)
{
   const infer_point *x = a, *y = b;

   return (x->size > y->size) - (x->size < y->size);
}

/* One point for each size: the mean of its calls.  Tells whether the cost
   varies at some size. */
static bool join_sizes(data *d)
{
   bool varies = false;
   size_t kept = 0;

   qsort(d->points, d->count, sizeof *d->points, by_size);
   for (size_t i = 0, next; i < d->count; i = next) {
      infer_point sum = { d->points[i].size, 0, 0 };

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

static void judge(data *d, verdict *v)
{
   bool varies = join_sizes(d), is_free = true;

   infer(d->points, d->count, v);
   /* A cost of 0 is judged as if it were half of one. */
   for (size_t i = 0; i < d->count; i++)
      is_free &= d->points[i].cost <= 0;
   if (is_free && v->curve.count > 0)
      v->curve.terms[0].coefficient = 0;
   if (d->count == 1 && varies)
      v->warnings |= WARN_ONE_SIZE;
}

/* --- printing --- */

static double rounded(double x)
{
   return round(x * 1e4) / 1e4;
}

static void print_row(const verdict *v, rows_format format)
{
   char name[GROWTH_NAME], warnings[VERDICT_WARNINGS];
   char *formula = verdict_formula(v);
   cell cells[COLUMNS] = { [CLASS] = cell_text(growth_name(name, v->growth)) };
   row_output out;

   if (*formula)
      cells[FORMULA] = cell_text(formula);
   if (v->has_exponent) {
      cells[EXPONENT] = cell_real(rounded(v->exponent));
      cells[EXPONENT_LO] = cell_real(rounded(v->exponent_lo));
      cells[EXPONENT_HI] = cell_real(rounded(v->exponent_hi));
   }
   if (v->growth.kind != GROWTH_UNDECIDED)
      cells[CONFIDENCE] = cell_real(rounded(v->confidence));
   if (*verdict_warnings(warnings, v->warnings))
      cells[WARNING_LIST] = cell_text(warnings);
   rows_begin(&out, stdout, format, columns, COLUMNS);
   rows_add(&out, cells);
   rows_end(&out);
   free(formula);
}

static void print_table(const verdict *v)
{
   char phrase[VERDICT_PHRASE], name[GROWTH_NAME];
   char *formula = verdict_formula(v);

   printf("growth       %s\n", verdict_phrase(phrase, v));
   if (v->growth.kind != GROWTH_UNDECIDED)
      printf("confidence   %.2f for %s\n", v->confidence,
             growth_name(name, v->growth));
   if (v->growth.kind != GROWTH_UNDECIDED &&
       v->runner_up.kind != GROWTH_UNDECIDED &&
       v->runner_up_confidence >= .005)
      printf("runner-up    %.2f for %s\n", v->runner_up_confidence,
             growth_name(name, v->runner_up));
   if (*formula)
      printf("cost         %s\n", formula);
   if (v->has_exponent)
      printf("exponent     %.2f (%.2f to %.2f)\n", v->exponent, v->exponent_lo,
             v->exponent_hi);
   if (v->sizes > 0)
      printf("sizes        %zu, from %.15g to %.15g\n", v->sizes, v->size_min,
             v->size_max);
   for (int i = 0; i < WARNINGS; i++)
      if (v->warnings & (1u << i)) {
         char *text = verdict_explanation(v, 1u << i);
         char word[VERDICT_WARNINGS];

         printf("%-12s %s\n", verdict_warnings(word, 1u << i), text);
         free(text);
      }
   free(formula);
}

int verb_fit(int argc, char **argv)
{
   int format = AS_TABLE, status;
   const option options[] = {
      { "format", OPTION_CHOICE, &format, formats, "table|tsv|json",
        "how to write the answer (default: table)" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "fit", "[OPTION...] DATA.tsv",
      "Which function of the size do costs follow?  DATA.tsv has the columns "
      "size\nand cost, and perhaps the number of calls; - is stdin.",
      options,
   };
   size_t files;
   verdict v;
   data d;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (files > 1) {
      message_error("fit: one file at a time, not %zu", files);
      return STATUS_UNUSABLE;
   }
   if (!read_data(&d, argv[0]))
      return STATUS_UNUSABLE;
   judge(&d, &v);
   free(d.points);
   if (format == AS_TABLE)
      print_table(&v);
   else
      print_row(&v, format == AS_TSV ? ROWS_TSV : ROWS_JSON);
   return STATUS_DONE;
}
