/* The rows of `aprof report`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "verbs/report_rows.h"
#include "base/memory.h"
#include "cli/rows.h"
#include "infer/describe.h"
#include "source/call_places.h"

#include <math.h>
#include <stdlib.h>

const char *const report_rows_columns[REPORT_COLUMNS + 1] = {
   "routine", "object", "file", "line", "calls", "cost", "cost_pct", "self",
   "points_rms", "points_trms", "size_min", "size_max", "external_pct",
   "thread_pct", "class", "exponent", "exponent_lo", "exponent_hi",
   "confidence", "warnings", "predicted_size", "predicted_cost",
   "predicted_lo", "predicted_hi", "predicted_pct", "thread", "reads_again",
   "reads_through", "excess_pct", "excess_caller", "reads_line",
};

/* --- cells --- */

static void fill_verdict(report_row *row)
{
   const verdict *v = assess_verdict(row->rank->assessment);
   cell *c = row->cells;

   c[REPORT_CLASS] = cell_text(growth_name(row->class_name, v->growth));
   if (v->has_exponent) {
      c[REPORT_EXPONENT] = cell_real(v->exponent);
      c[REPORT_EXPONENT_LO] = cell_real(v->exponent_lo);
      c[REPORT_EXPONENT_HI] = cell_real(v->exponent_hi);
   }
   if (v->growth.kind != GROWTH_UNDECIDED)
      c[REPORT_CONFIDENCE] = cell_real(v->confidence);
   if (*describe_warnings(row->warnings, v->warnings))
      c[REPORT_WARNINGS] = cell_text(row->warnings);
}

static void fill_prediction(const report_list *l, report_row *row,
                            const report_options *o)
{
   assessment *a = row->rank->assessment;
   const double size = o->scale ? (double)o->scale * (double)a->size_max
                                : (double)o->at;
   const prediction *p = &row->prediction;
   cell *c = row->cells;

   row->predicted = beside_predict(&l->beside, row->rank, size,
                                   &row->prediction);
   if (!row->predicted)
      return;
   c[REPORT_PREDICTED_SIZE] = cell_real(p->size);
   c[REPORT_PREDICTED_COST] = cell_real(p->cost);
   c[REPORT_PREDICTED_LO] = cell_real(p->low);
   c[REPORT_PREDICTED_HI] = cell_real(p->high);
   c[REPORT_PREDICTED_PCT] = cell_real(p->percent);
}

static void fill_facts(report_row *row, const ranked *rank)
{
   const assessment *a = rank->assessment;
   const model *m = a->m;
   const model_routine *r = &m->routines[a->routine];
   cell *c = row->cells;
   uint64_t line;

   row->rank = rank;
   c[REPORT_ROUTINE] = cell_text(r->shown);
   c[REPORT_OBJECT] = cell_text(m->objects[r->object].name);
   c[REPORT_FILE] = *r->file ? cell_text(r->file) : cell_empty();
   c[REPORT_LINE] = r->line == MODEL_NO_LINE ? cell_empty()
                                             : cell_whole(r->line);
   c[REPORT_CALLS] = cell_whole(a->sums.calls);
   c[REPORT_COST] = cell_whole(a->sums.outermost);
   c[REPORT_COST_PCT] = cell_percent(a->sums.outermost, m->total.cost);
   c[REPORT_SELF] = cell_whole(a->sums.self.sum);
   c[REPORT_POINTS_RMS] = cell_whole(a->points_rms);
   c[REPORT_POINTS_TRMS] = cell_whole(a->points_trms);
   if (a->points_trms > 0) {
      c[REPORT_SIZE_MIN] = cell_whole(a->size_min);
      c[REPORT_SIZE_MAX] = cell_whole(a->size_max);
   }
   c[REPORT_EXTERNAL_PCT] = cell_percent(a->sums.external, a->sums.trms);
   c[REPORT_THREAD_PCT] = cell_percent(a->sums.thread, a->sums.trms);
   if (rank->reread.callee != RANKED_NONE) {
      c[REPORT_READS_AGAIN] = cell_real(rank->reread.times);
      c[REPORT_READS_THROUGH] =
         cell_text(m->routines[rank->reread.callee].shown);
      line = call_places_only_line(m, a->routine, rank->reread.callee);
      if (line != 0)
         c[REPORT_READS_LINE] = cell_whole(line);
   }
   c[REPORT_CONTEXT] = r->context ? cell_list(r->context) : cell_empty();
   c[REPORT_THREAD] = a->thread == MODEL_ALL_THREADS ? cell_text("all")
                                                     : cell_whole(a->thread);
}

/* Fill in which part of what the runs cost beyond their input is the
   routine's. */
static void fill_excess(report_row *row, const excess *e)
{
   const assessment *a = row->rank->assessment;

   for (size_t i = 0; e->found && i < e->count; i++) {
      const excess_part *p = &e->parts[i];

      if (p->routine != a->routine)
         continue;
      row->cells[REPORT_EXCESS_PCT] = cell_real(100 * fmin(p->part, 1));
      if (p->caller != SIZE_MAX)
         row->cells[REPORT_EXCESS_CALLER] =
            cell_text(a->m->routines[p->caller].shown);
   }
}

/* --- rows --- */

report_list report_rows_new(const order_ranking *ranking, const hints *found,
                            const bool *marks, const report_options *o)
{
   report_list l = { .rows = memory_new(ranking->count, sizeof *l.rows),
                     .ranking = ranking, .hints = found,
                     .order = memory_new(ranking->count, sizeof *l.order),
                     .beside = beside_find(ranking) };

   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];

      if (r->assessment->points_trms < o->min_points ||
          (marks && !marks[r->assessment->routine]))
         continue;
      if (r->internal && !r->shown && o->format == VERBS_TABLE &&
          !o->all && !marks) {
         l.folded++;
         continue;
      }
      fill_facts(&l.rows[l.count], r);
      fill_excess(&l.rows[l.count], &found->excess);
      l.order[l.count] = &l.rows[l.count];
      l.count++;
   }
   return l;
}

void report_rows_free(report_list *l)
{
   beside_free(&l->beside);
   free(l->order);
   free(l->rows);
   *l = (report_list){ 0 };
}

void report_rows_infer(report_list *l, size_t count, const report_options *o)
{
   assessment **list = memory_new(count, sizeof *list);

   for (size_t i = 0; i < count; i++)
      list[i] = l->order[i]->rank->assessment;
   assess_infer(list, count);
   free(list);
   for (size_t i = 0; i < count; i++) {
      fill_verdict(l->order[i]);
      if (o->scale || o->at)
         fill_prediction(l, l->order[i], o);
   }
}

static int compare_rows(const void *a, const void *b, void *context)
{
   const report_row *x = *(report_row *const *)a;
   const report_row *y = *(report_row *const *)b;
   const int column = *(const int *)context;
   int order;

   if (column == REPORT_CLASS)
      order = growth_compare(assess_verdict(y->rank->assessment)->growth,
                             assess_verdict(x->rank->assessment)->growth);
   else
      order = cell_compare(&x->cells[column], &y->cells[column]);
   if (order == 0)
      order = cell_compare(&x->cells[REPORT_COST], &y->cells[REPORT_COST]);
   /* The rows lie in the order of suspicion. */
   return order ? order : (x > y) - (x < y);
}

void report_rows_sort(report_list *l, int column)
{
   if (column != REPORT_SUSPICION)
      qsort_r(l->order, l->count, sizeof *l->order, compare_rows, &column);
}

/* Choose the columns that the options ask for; return their number. */
static size_t choose_columns(const report_options *o, const char **names,
                             int *chosen)
{
   size_t n = 0;

   for (int c = 0; c < REPORT_COLUMNS; c++) {
      if (c >= REPORT_PREDICTED_SIZE && c < REPORT_THREAD && !o->scale &&
          !o->at)
         continue;
      if (c == REPORT_THREAD && !o->threads)
         continue;
      names[n] = report_rows_columns[c];
      chosen[n++] = c;
   }
   if (o->format == VERBS_JSON && o->by >= 0) {
      names[n] = "context";
      chosen[n++] = REPORT_CONTEXT;
   }
   return n;
}

void report_rows_write(const report_list *l, size_t count,
                       const report_options *o)
{
   const char *names[REPORT_CELLS];
   int chosen[REPORT_CELLS];
   const size_t n = choose_columns(o, names, chosen);
   row_output out;

   rows_begin(&out, stdout, verbs_rows(o->format), names, n);
   for (size_t i = 0; i < count; i++) {
      cell cells[REPORT_CELLS];

      for (size_t c = 0; c < n; c++)
         cells[c] = l->order[i]->cells[chosen[c]];
      rows_add(&out, cells);
   }
   rows_end(&out);
}
