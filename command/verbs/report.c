/* aprof report: the routines of a profile, one row each, the most suspicious
   first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/report.h"
#include "infer/describe.h"
#include "profile/by_caller.h"
#include "base/memory.h"
#include "base/message.h"
#include "cli/options.h"
#include "profile/read.h"
#include "names/select.h"
#include "verbs/verbs.h"

#include <stdlib.h>

static const char *const columns[COLUMNS + 1] = {
   "routine", "object", "file", "line", "calls", "cost", "cost_pct", "self",
   "points_rms", "points_trms", "size_min", "size_max", "external_pct",
   "thread_pct", "class", "exponent", "exponent_lo", "exponent_hi",
   "confidence", "warnings", "predicted_size", "predicted_cost",
   "predicted_lo", "predicted_hi", "predicted_pct", "thread",
};

enum { SORT_SUSPICION = -1 };
/* So many rows nobody reads; what comes after them has no part in the cost. */
enum { TABLE_ROWS = 50 };
enum { AS_TABLE, AS_TSV, AS_JSON };

static const char *const formats[] = { "table", "tsv", "json", NULL };
static const char *const callers[] = { "caller", NULL };

/* --- rows --- */

static void fill_verdict(report_row *row)
{
   const verdict *v = &row->rank->facts.verdict;
   cell *c = row->cells;

   c[CLASS] = cell_text(growth_name(row->class_name, v->growth));
   if (v->has_exponent) {
      c[EXPONENT] = cell_real(v->exponent);
      c[EXPONENT_LO] = cell_real(v->exponent_lo);
      c[EXPONENT_HI] = cell_real(v->exponent_hi);
   }
   if (v->growth.kind != GROWTH_UNDECIDED)
      c[CONFIDENCE] = cell_real(v->confidence);
   if (*verdict_warnings(row->warnings, v->warnings))
      c[WARNING_NAMES] = cell_text(row->warnings);
}

static void fill_prediction(const model *m, report_row *row,
                            const report_options *o)
{
   const judged *j = &row->rank->facts;
   const double size = o->scale ? (double)o->scale * (double)j->size_max
                                : (double)o->at;
   const prediction *p = &row->prediction;
   cell *c = row->cells;

   row->predicted = predict(m, j, size, &row->prediction);
   if (!row->predicted)
      return;
   c[PREDICTED_SIZE] = cell_real(p->size);
   c[PREDICTED_COST] = cell_real(p->cost);
   c[PREDICTED_LO] = cell_real(p->low);
   c[PREDICTED_HI] = cell_real(p->high);
   c[PREDICTED_PCT] = cell_real(p->percent);
}

static void fill_facts(const model *m, report_row *row, ranked *rank)
{
   const judged *j = &rank->facts;
   const model_routine *r = &m->routines[j->routine];
   cell *c = row->cells;

   row->rank = rank;
   c[ROUTINE] = cell_text(r->shown);
   c[OBJECT] = cell_text(m->objects[r->object].name);
   c[SOURCE_FILE] = *r->file ? cell_text(r->file) : cell_empty();
   c[LINE] = r->line == MODEL_NO_LINE ? cell_empty() : cell_whole(r->line);
   c[CALLS] = cell_whole(j->sums.calls);
   c[COST] = cell_whole(j->sums.outermost);
   c[COST_PCT] = cell_percent(j->sums.outermost, m->total.cost);
   c[SELF] = cell_whole(j->sums.self.sum);
   c[POINTS_RMS] = cell_whole(j->points_rms);
   c[POINTS_TRMS] = cell_whole(j->points_trms);
   if (j->points_trms > 0) {
      c[LEAST_SIZE] = cell_whole(j->size_min);
      c[GREATEST_SIZE] = cell_whole(j->size_max);
   }
   c[EXTERNAL_PCT] = cell_percent(j->sums.external, j->sums.trms);
   c[THREAD_PCT] = cell_percent(j->sums.thread, j->sums.trms);
   c[CONTEXT] = r->context ? cell_list(r->context) : cell_empty();
   c[THREAD] = j->thread == MODEL_ALL_THREADS ? cell_text("all")
                                              : cell_whole(j->thread);
}

/* Judges the routines of rows, and fills in what comes of that. */
static void fill_verdicts(const model *m, report_row *const *rows,
                          size_t count, const report_options *o)
{
   judged **list = memory_new(count, sizeof *list);

   for (size_t i = 0; i < count; i++)
      list[i] = &rows[i]->rank->facts;
   judge_verdicts(m, list, count, o->open);
   free(list);
   for (size_t i = 0; i < count; i++) {
      fill_verdict(rows[i]);
      if (o->scale || o->at)
         fill_prediction(m, rows[i], o);
   }
}

/* --- which rows --- */

/* Marks of those routines and of those next to them. */
static bool *mark(const model *m, const size_t *found, size_t count)
{
   bool *marks = memory_new(m->routine_count, sizeof *marks);
   bool *named = memory_new(m->routine_count, sizeof *named);

   for (size_t i = 0; i < count; i++)
      marks[found[i]] = named[found[i]] = true;
   for (size_t e = 0; e < m->edge_count; e++)
      if (named[m->edges[e].caller] || named[m->edges[e].callee])
         marks[m->edges[e].caller] = marks[m->edges[e].callee] = true;
   free(named);
   return marks;
}

typedef struct {
   report_row *rows;
   report_row **order;               /* those that fit the options */
   size_t count, folded;
} report_list;

/* Of the machine-readable rows none is folded away. */
static report_list make_list(const model *m, ranked *all, size_t count,
                             const bool *marks, const report_options *o)
{
   report_list l = { memory_new(count, sizeof *l.rows),
                     memory_new(count, sizeof *l.order), 0, 0 };

   for (size_t i = 0; i < count; i++) {
      const judged *j = &all[i].facts;

      if (j->points_trms < o->min_points || (marks && !marks[j->routine]))
         continue;
      if (all[i].folded && o->format == AS_TABLE && !o->all && !marks) {
         l.folded++;
         continue;
      }
      fill_facts(m, &l.rows[l.count], &all[i]);
      l.order[l.count] = &l.rows[l.count];
      l.count++;
   }
   return l;
}

static int sort_column;   /* qsort takes no argument of its own */

static int compare_rows(const void *a, const void *b)
{
   const report_row *x = *(report_row *const *)a;
   const report_row *y = *(report_row *const *)b;
   int order;

   if (sort_column == CLASS)
      order = growth_compare(y->rank->facts.verdict.growth,
                             x->rank->facts.verdict.growth);
   else
      order = cell_compare(&x->cells[sort_column], &y->cells[sort_column]);
   if (order == 0)
      order = cell_compare(&x->cells[COST], &y->cells[COST]);
   /* The rows lie in the order of suspicion. */
   return order ? order : (x > y) - (x < y);
}

/* The columns that are asked for, side by side: their number. */
static size_t choose_columns(const report_options *o, const char **names,
                             int *chosen)
{
   size_t n = 0;

   for (int c = 0; c < COLUMNS; c++) {
      if (c >= PREDICTED_SIZE && c < THREAD && !o->scale && !o->at)
         continue;
      if (c == THREAD && !o->threads)
         continue;
      names[n] = columns[c];
      chosen[n++] = c;
   }
   if (o->format == AS_JSON && o->by >= 0) {
      names[n] = "context";
      chosen[n++] = CONTEXT;
   }
   return n;
}

static void write_rows(report_row *const *rows, size_t count,
                       const report_options *o)
{
   const char *names[CELLS];
   int chosen[CELLS];
   const size_t n = choose_columns(o, names, chosen);
   row_output out;

   rows_begin(&out, stdout, o->format == AS_TSV ? ROWS_TSV : ROWS_JSON, names,
              n);
   for (size_t i = 0; i < count; i++) {
      cell cells[CELLS];

      for (size_t c = 0; c < n; c++)
         cells[c] = rows[i]->cells[chosen[c]];
      rows_add(&out, cells);
   }
   rows_end(&out);
}

/* --- the verb --- */

static bool options_fit(const report_options *o)
{
   if (o->sort == THREAD && !o->threads) {
      message_error("--sort=thread needs --threads");
      return false;
   }
   if (o->scale && o->at) {
      message_error("--scale and --at exclude each other");
      return false;
   }
   if (o->sort >= PREDICTED_SIZE && o->sort < THREAD && !o->scale && !o->at) {
      message_error("--sort=%s needs --scale or --at", columns[o->sort]);
      return false;
   }
   return true;
}

static void report(const model *m, const bool *marks, const report_options *o)
{
   const bool sorts_verdicts = o->sort >= CLASS && o->sort < THREAD;
   size_t all, count;
   ranked *list = rank_routines(m, o->threads, o->open, &all);
   report_list l = make_list(m, list, all, marks, o);

   if (sorts_verdicts)
      fill_verdicts(m, l.order, l.count, o);
   if (o->sort != SORT_SUSPICION) {
      sort_column = o->sort;
      qsort(l.order, l.count, sizeof *l.order, compare_rows);
   }
   count = l.count;
   if (o->top && o->top < count)
      count = o->top;
   else if (!o->top && o->format == AS_TABLE && count > TABLE_ROWS)
      count = TABLE_ROWS;
   if (!sorts_verdicts)
      fill_verdicts(m, l.order, count, o);
   if (o->format == AS_TABLE)
      report_print(m, l.order, count, l.count, l.folded, o);
   else
      write_rows(l.order, count, o);
   free(l.order);
   free(l.rows);
   free(list);
}

int verb_report(int argc, char **argv)
{
   report_options o = { .format = AS_TABLE, .sort = SORT_SUSPICION, .by = -1 };
   const option options[] = {
      { "format", OPTION_CHOICE, &o.format, formats, "table|tsv|json",
        "for people (default) or for programs" },
      { "sort", OPTION_CHOICE, &o.sort, columns, "KEY",
        "a column of the TSV; numbers descending" },
      { "top", OPTION_COUNT, &o.top, NULL, "N",
        "only the first N rows; of a table 50 else" },
      { "min-points", OPTION_COUNT, &o.min_points, NULL, "N",
        "only routines with N sizes of input or more" },
      { "focus", OPTION_TEXT, &o.focus, NULL, "NAME",
        "only this routine, its callers and its callees" },
      { "all", OPTION_FLAG, &o.all, NULL, NULL,
        "internals of libraries, too" },
      { "scale", OPTION_COUNT, &o.scale, NULL, "N",
        "predict at N times each routine's largest input" },
      { "at", OPTION_COUNT, &o.at, NULL, "N",
        "predict at an input of N cells" },
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
      "The routines of a profile, or of several merged, the most suspicious "
      "first.", options,
   };
   size_t files, count = 0, *found = NULL;
   int status;
   bool *marks = NULL;
   model *m;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (!options_fit(&o))
      return STATUS_UNUSABLE;
   m = profile_read_all(argv, files);
   if (m == NULL)
      return STATUS_UNUSABLE;
   if (o.by >= 0 && m->callers == 0)
      return verbs_refuse_contexts(m, files > 1 ? NULL : argv[0]);
   if (o.focus && (count = routines_look_up(m, o.focus, &found)) == 0) {
      routines_refuse(m, o.focus);
      free(found);
      model_free(m);
      return STATUS_NO;
   }
   verbs_note_rounded(m);
   if (o.by >= 0)
      by_caller(m, o.focus ? &found : NULL, &count);
   if (o.focus)
      marks = mark(m, found, count);
   free(found);
   if (o.threads)
      verbs_note_folded(m);
   report(m, marks, &o);
   free(marks);
   model_free(m);
   return STATUS_DONE;
}
