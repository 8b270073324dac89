/* aprof report: the routines of a profile, one row each.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "memory.h"
#include "message.h"
#include "options.h"
#include "powerlaw.h"
#include "profile_read.h"
#include "routines.h"
#include "rows.h"
#include "table.h"
#include "verbs.h"

#include <stdlib.h>
#include <string.h>

/* In this order, and only ever added to at the end. */
enum {
   ROUTINE, OBJECT, SOURCE_FILE, LINE, CALLS, COST, COST_PCT, SELF,
   POINTS_RMS, POINTS_TRMS, LEAST_SIZE, GREATEST_SIZE, EXTERNAL_PCT, THREAD_PCT,
   CLASS, EXPONENT, EXPONENT_LO, EXPONENT_HI, CONFIDENCE, WARNINGS, THREAD,
   COLUMNS, SORT_KEY_NONE = -1
};

static const char *const columns[COLUMNS + 1] = {
   "routine", "object", "file", "line", "calls", "cost", "cost_pct", "self",
   "points_rms", "points_trms", "size_min", "size_max", "external_pct",
   "thread_pct", "class", "exponent", "exponent_lo", "exponent_hi",
   "confidence", "warnings", "thread",
};

typedef struct {
   size_t routine;
   cell cells[COLUMNS];
} report_row;

enum { AS_TABLE, AS_TSV, AS_JSON };

static const char *const formats[] = { "table", "tsv", "json", NULL };
static const char *const callers[] = { "caller", NULL };

typedef struct {
   int format, sort, by;
   unsigned long top;
   bool threads, open;
} report_options;

/* --- rows --- */

static report_row make_row(const model *m, size_t routine, uint64_t thread,
                           const report_options *o)
{
   const model_routine *r = &m->routines[routine];
   const prof_tuple sums = model_sums(m, routine, thread);
   size_t count, rms_count;
   prof_tuple *points = model_points(m, routine, thread, PROF_TRMS, o->open,
                                     &count);
   report_row row = { .routine = routine };
   cell *c = row.cells;
   double exponent;

   free(model_points(m, routine, thread, PROF_RMS, o->open, &rms_count));
   c[ROUTINE] = cell_text(r->shown);
   c[OBJECT] = cell_text(m->objects[r->object].name);
   c[SOURCE_FILE] = *r->file ? cell_text(r->file) : cell_empty();
   c[LINE] = r->line == MODEL_NO_LINE ? cell_empty() : cell_whole(r->line);
   c[CALLS] = cell_whole(sums.calls);
   c[COST] = cell_whole(sums.outermost);
   c[COST_PCT] = cell_percent(sums.outermost, m->total.cost);
   c[SELF] = cell_whole(sums.self.sum);
   c[POINTS_RMS] = cell_whole(rms_count);
   c[POINTS_TRMS] = cell_whole(count);
   if (count > 0) {
      c[LEAST_SIZE] = cell_whole(points[0].size);
      c[GREATEST_SIZE] = cell_whole(points[count - 1].size);
   }
   c[EXTERNAL_PCT] = cell_percent(sums.external, sums.trms);
   c[THREAD_PCT] = cell_percent(sums.thread, sums.trms);
   if (powerlaw_exponent(points, count, &exponent))
      c[EXPONENT] = cell_real(exponent);
   c[THREAD] = thread == MODEL_ALL_THREADS ? cell_text("all")
                                           : cell_whole(thread);
   free(points);
   return row;
}

/* A row for each routine, or for each routine and thread. */
static report_row *make_rows(const model *m, const report_options *o,
                             size_t *count)
{
   report_row *rows = memory_new(m->routine_count + m->prof_count,
                                 sizeof *rows);
   size_t n = 0;

   for (size_t i = 0; i < m->routine_count; i++) {
      size_t first, past;

      model_profs(m, i, &first, &past);
      if (first == past)
         continue;                    /* only an edge names it */
      if (!o->threads) {
         rows[n++] = make_row(m, i, MODEL_ALL_THREADS, o);
         continue;
      }
      for (size_t p = first; p < past; p++)
         rows[n++] = make_row(m, i, m->profs[p].thread, o);
   }
   *count = n;
   return rows;
}

static int sort_column;   /* qsort takes no argument of its own */

static int compare_rows(const void *a, const void *b)
{
   const report_row *x = a, *y = b;
   int order = cell_compare(&x->cells[sort_column], &y->cells[sort_column]);

   if (order == 0)
      order = cell_compare(&x->cells[COST], &y->cells[COST]);
   if (order == 0)
      order = (x->routine > y->routine) - (x->routine < y->routine);
   return order ? order : cell_compare(&y->cells[THREAD], &x->cells[THREAD]);
}

/* --- the table for people --- */

static const char *const states[] = {
   [MODEL_COMPLETE] = "complete", [MODEL_SNAPSHOT] = "snapshot",
   [MODEL_CUT_SHORT] = "cut short",
};

static void print_run(const model_run *run)
{
   char *command = memory_string("");
   char *shown;

   for (char **a = run->arguments; *a; a++) {
      char *longer = memory_format("%s%s%s", command, *command ? " " : "", *a);

      free(command);
      command = longer;
   }
   shown = text_shorten(command, 66);
   printf("Program     %s\n", shown);
   free(shown);
   free(command);

   printf("Run         process %llu, %s%s%s%s", (unsigned long long)run->pid,
          states[run->state], *run->reason ? " (" : "", run->reason,
          *run->reason ? ")" : "");
   if (run->end >= run->start)
      printf(", %llu s", (unsigned long long)(run->end - run->start));
   printf(", %llu thread%s\n", (unsigned long long)run->threads,
          run->threads == 1 ? "" : "s");
}

static void print_runs(const model *m)
{
   const char *program = m->runs[0].arguments[0];
   size_t counts[sizeof states / sizeof *states] = { 0 };
   bool one_program = true;
   char *shown;

   if (m->run_count == 1) {
      print_run(&m->runs[0]);
      return;
   }
   for (size_t i = 0; i < m->run_count; i++) {
      counts[m->runs[i].state]++;
      one_program &= strcmp(m->runs[i].arguments[0], program) == 0;
   }
   shown = text_shorten(program, 66);
   printf("Program     %s\n", one_program ? shown : "several");
   free(shown);
   printf("Runs        %zu", m->run_count);
   for (size_t s = 0; s < sizeof states / sizeof *states; s++)
      if (counts[s] > 0)
         printf(", %zu %s", counts[s], states[s]);
   putchar('\n');
}

static void print_head(const model *m)
{
   const model_total *t = &m->total;
   char cost[TEXT_NUMBER], calls[TEXT_NUMBER], trms[TEXT_NUMBER];
   const cell external = cell_percent(t->external, t->trms);
   const cell thread = cell_percent(t->thread, t->trms);

   print_runs(m);
   printf("Cost        %s %s in %s activations\n",
          text_grouped_number(cost, t->cost), model_cost_name(m),
          text_grouped_number(calls, t->activations));
   printf("Input       %s cells of %u byte%s (trms)",
          text_grouped_number(trms, t->trms), m->cell_size,
          m->cell_size == 1 ? "" : "s");
   if (t->trms > 0) {
      char e[TABLE_PERCENT], h[TABLE_PERCENT];

      printf(", external %s %%, thread %s %%", table_percent(e, &external),
             table_percent(h, &thread));
   }
   puts("\n");
}

static void print_table(const model *m, const report_row *rows, size_t count,
                        size_t all, const report_options *o)
{
   const size_t width = table_width();
   const size_t left = o->threads ? 59 : 52;
   char **labels = routines_labels(m);

   print_head(m);
   printf("%6s %6s %6s %11s %5s %5s %5s%s  routine\n", "cost %", "calls",
          "points", "sizes", "ext %", "thr %", "~n^K",
          o->threads ? " thread" : "");
   for (size_t i = 0; i < count; i++) {
      const cell *c = rows[i].cells;
      const bool one_size = c[LEAST_SIZE].number == c[GREATEST_SIZE].number;
      char a[TABLE_PERCENT], b[TABLE_PERCENT], d[TABLE_PERCENT];
      char calls[TEXT_NUMBER], points[TEXT_NUMBER], thread[TEXT_NUMBER];
      char low[TEXT_NUMBER], high[TEXT_NUMBER];
      char sizes[2 * TEXT_NUMBER] = "", exponent[TEXT_NUMBER] = "";
      char *name = text_shorten(labels[rows[i].routine], width - left);

      if (c[LEAST_SIZE].kind != CELL_EMPTY)
         snprintf(sizes, sizeof sizes, "%s%s%s",
                  text_short_number(low, c[LEAST_SIZE].number),
                  one_size ? "" : "-", one_size ? "" :
                  text_short_number(high, c[GREATEST_SIZE].number));
      if (c[EXPONENT].kind != CELL_EMPTY)
         snprintf(exponent, sizeof exponent, "%.2f", c[EXPONENT].real);
      printf("%6s %6s %6s %11s %5s %5s %5s",
             table_percent(a, &c[COST_PCT]),
             text_short_number(calls, c[CALLS].number),
             text_short_number(points, c[POINTS_TRMS].number), sizes,
             table_percent(b, &c[EXTERNAL_PCT]),
             table_percent(d, &c[THREAD_PCT]), exponent);
      if (o->threads)
         printf(" %6s", cell_format(thread, &c[THREAD]));
      printf("  %s\n", name);
      free(name);
   }
   if (count < all)
      printf("\n%zu of %zu rows; --top=N shows more.\n", count, all);
   routines_free_labels(m, labels);
}

/* --- the verb --- */

int verb_report(int argc, char **argv)
{
   report_options o = { AS_TABLE, SORT_KEY_NONE, -1, 0, false, false };
   const option options[] = {
      { "format", OPTION_CHOICE, &o.format, formats, "table|tsv|json",
        "for people (default) or for programs" },
      { "sort", OPTION_CHOICE, &o.sort, columns, "KEY",
        "a column of the TSV; numbers descending" },
      { "top", OPTION_COUNT, &o.top, NULL, "N", "only the first N rows" },
      { "threads", OPTION_FLAG, &o.threads, NULL, NULL,
        "a row for each routine and thread" },
      { "by", OPTION_CHOICE, &o.by, callers, "caller",
        "keep calling contexts apart" },
      { "open", OPTION_FLAG, &o.open, NULL, NULL,
        "points of activations that had not ended, too" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "report", "[OPTION...] FILE...",
      "The routines of a profile, or of several merged, by their share of "
      "the cost.", options,
   };
   size_t files, all, count;
   int status;
   report_row *list;
   model *m;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (o.sort == THREAD && !o.threads) {
      message_error("--sort=thread needs --threads");
      return STATUS_UNUSABLE;
   }
   m = profile_read_all(argv, files);
   if (m == NULL)
      return STATUS_UNUSABLE;
   if (o.by >= 0)
      return verbs_refuse_contexts(m, argv[0]);
   if (o.threads)
      verbs_note_folded(m);

   list = make_rows(m, &o, &all);
   sort_column = o.sort == SORT_KEY_NONE ? COST : o.sort;
   qsort(list, all, sizeof *list, compare_rows);
   count = o.top && o.top < all ? o.top : all;
   if (o.format == AS_TABLE) {
      print_table(m, list, count, all, &o);
   } else {
      row_output out;

      rows_begin(&out, stdout, o.format == AS_TSV ? ROWS_TSV : ROWS_JSON,
                 columns, o.threads ? COLUMNS : THREAD);
      for (size_t i = 0; i < count; i++)
         rows_add(&out, list[i].cells);
      rows_end(&out);
   }
   free(list);
   model_free(m);
   return STATUS_DONE;
}
