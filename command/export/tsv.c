/* The whole profile as one table: a row for the program, for each routine, for
   each tuple and for each pair of caller and callee.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/message.h"
#include "base/numbers.h"
#include "cli/rows.h"
#include "export/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
   RECORD, ROUTINE, OBJECT, BUILD_ID, OFFSET, SOURCE, LINE, CALLER,
   CALLER_OBJECT, CALLER_BUILD_ID, CALLER_OFFSET, THREAD, METRIC, SIZE, OPEN,
   CALLS, COST_MIN, COST_MAX, COST_SUM, COST_SQUARES, SELF_MIN, SELF_MAX,
   SELF_SUM, SELF_SQUARES, OUTERMOST, SIZES,
   COLUMNS = SIZES + RECORDS_SIZE_COUNT
};

static const char *const columns[COLUMNS] = {
   "record", "routine", "object", "build_id", "offset", "file", "line",
   "caller", "caller_object", "caller_build_id", "caller_offset", "thread",
   "metric", "size", "open", "calls", "cost_min", "cost_max", "cost_sum",
   "cost_squares", "self_min", "self_max", "self_sum", "self_squares",
   "outermost", "rms", "ext", "trms", "external", "thread_induced",
};

/* Size of the buffer for 0x and 64 bits. */
#define OFFSET_TEXT 20

static cell offset_cell(char buffer[OFFSET_TEXT], uint64_t offset)
{
   snprintf(buffer, OFFSET_TEXT, "0x%" PRIx64, offset);
   return cell_text(buffer);
}

/* Begin a row with the name of its record. */
static void begin(cell cells[COLUMNS], const char *record)
{
   for (size_t i = 0; i < COLUMNS; i++)
      cells[i] = cell_empty();
   cells[RECORD] = cell_text(record);
}

static void set_routine(cell cells[COLUMNS], const model *m, size_t routine,
                        char buffer[OFFSET_TEXT])
{
   const model_routine *r = &m->routines[routine];

   cells[ROUTINE] = cell_text(r->shown);
   cells[OBJECT] = cell_text(m->objects[r->object].name);
   cells[BUILD_ID] = cell_text(m->objects[r->object].build_id);
   cells[OFFSET] = offset_cell(buffer, r->offset);
   cells[SOURCE] = cell_text(r->file);
   if (r->line != MODEL_NO_LINE)
      cells[LINE] = cell_whole(r->line);
}

static void set_sizes(cell cells[COLUMNS],
                      const prof_sum *const sizes[RECORDS_SIZE_COUNT])
{
   for (int i = 0; i < RECORDS_SIZE_COUNT; i++)
      cells[SIZES + i] = cell_whole(*sizes[i]);
}

static void add_total(row_output *rows, const model *m)
{
   const model_total *t = &m->total;
   const prof_sum *const sizes[] = RECORDS_SIZES(t);
   cell cells[COLUMNS];

   begin(cells, "total");
   cells[CALLS] = cell_whole(t->activations);
   cells[COST_SUM] = cell_whole(t->cost);
   set_sizes(cells, sizes);
   rows_add(rows, cells);
}

static void set_stat(cell *cells, const prof_stat *s)
{
   cells[0] = cell_whole(s->min);
   cells[1] = cell_whole(s->max);
   cells[2] = cell_whole(s->sum);
   cells[3] = cell_whole(s->squares);
}

static void add_table(row_output *rows, cell cells[COLUMNS],
                      const model_table *table)
{
   for (size_t i = 0; i < table->count; i++) {
      const prof_tuple *t = &table->tuples[i].sums;
      const prof_sum *const sizes[] = RECORDS_SIZES(t);

      cells[SIZE] = cell_whole(t->size);
      cells[OPEN] = cell_whole(table->tuples[i].open);
      cells[CALLS] = cell_whole(t->calls);
      set_stat(&cells[COST_MIN], &t->cost);
      set_stat(&cells[SELF_MIN], &t->self);
      cells[OUTERMOST] = cell_whole(t->outermost);
      set_sizes(cells, sizes);
      rows_add(rows, cells);
   }
}

static void add_prof(row_output *rows, const model *m, const model_prof *p)
{
   char offset[OFFSET_TEXT], thread[NUMBERS_TEXT];
   cell cells[COLUMNS];

   begin(cells, "tuple");
   set_routine(cells, m, p->routine, offset);
   cells[THREAD] = cell_text(p->thread == MODEL_ALL_THREADS
                             ? "all" : numbers_text(thread, p->thread));
   for (int metric = 0; metric < model_metrics(m); metric++) {
      cells[METRIC] = cell_text(records_metric_names[metric]);
      add_table(rows, cells, model_table_of(p, metric));
   }
}

static void add_edge(row_output *rows, const model *m, const model_edge *e)
{
   const model_routine *caller = &m->routines[e->caller];
   char offset[OFFSET_TEXT], caller_offset[OFFSET_TEXT];
   cell cells[COLUMNS];

   begin(cells, "edge");
   set_routine(cells, m, e->callee, offset);
   cells[CALLER] = cell_text(caller->shown);
   cells[CALLER_OBJECT] = cell_text(m->objects[caller->object].name);
   cells[CALLER_BUILD_ID] = cell_text(m->objects[caller->object].build_id);
   cells[CALLER_OFFSET] = offset_cell(caller_offset, caller->offset);
   cells[CALLS] = cell_whole(e->calls);
   cells[COST_SUM] = cell_whole(e->cost);
   cells[OUTERMOST] = cell_whole(e->outermost);
   rows_add(rows, cells);
}

int export_tsv(FILE *f, const model *m, const export_options *options)
{
   char offset[OFFSET_TEXT];
   cell cells[COLUMNS];
   row_output rows;

   (void)options;
   rows_begin(&rows, f, ROWS_TSV, columns, COLUMNS);
   add_total(&rows, m);
   for (size_t i = 0; i < m->routine_count; i++) {
      begin(cells, "routine");
      set_routine(cells, m, i, offset);
      rows_add(&rows, cells);
   }
   for (size_t i = 0; i < m->prof_count; i++)
      add_prof(&rows, m, &m->profs[i]);
   for (size_t i = 0; i < m->edge_count; i++)
      add_edge(&rows, m, &m->edges[i]);
   rows_end(&rows);
   return STATUS_DONE;
}
