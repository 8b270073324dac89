/* aprof weights: how much time a routine takes for a unit of cost.

   Both are shares: seconds vary from run to run with the machine, shares do
   not, and only ratios matter.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/row_match.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "cli/rows.h"
#include "profile/read.h"
#include "samples/read.h"
#include "samples/table.h"
#include "verbs/verbs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns in their order; new columns are only added at the end. */
enum { ROUTINE, OBJECT, WEIGHT, ERROR, TIME_SHARE, COST_SHARE, COLUMNS };

static const char *const columns[COLUMNS] = {
   "routine", "object", "weight", "error", "time_share", "cost_share",
};

static const char *const formats[] = { "tsv", "json", NULL };

/* A routine of both the samples and the profile. */
typedef struct {
   const table_row *row;
   const model_routine *routine;
   double cost;                       /* self */
} joined;

static const table_row *row_of(const sample_table *t, const samples *s,
                               const model *m, const model_routine *r)
{
   const char *object = paths_file_name(m->objects[r->object].name);

   for (size_t i = 0; i < t->count; i++)
      if (strcmp(t->rows[i].routine, r->shown) == 0 &&
          strcmp(paths_file_name(s->images[t->rows[i].image].path),
                 object) == 0)
         return &t->rows[i];
   return NULL;
}

static int compare(const void *p, const void *q)
{
   const joined *a = p, *b = q;

   if (a->row->weight != b->row->weight)
      return a->row->weight < b->row->weight ? 1 : -1;
   return strcmp(a->routine->shown, b->routine->shown);
}

/* Return the row of each routine, or NULL: the array is freed by the caller.  A
   routine of which the machine runs another variant has that variant's row. */
static const table_row **find_rows(const sample_table *t, const samples *s,
                                   const model *m)
{
   const table_row **rows = memory_new(m->routine_count, sizeof *rows);
   row_match names;

   for (size_t i = 0; i < m->routine_count; i++)
      rows[i] = row_of(t, s, m, &m->routines[i]);
   row_match_begin(&names, m, s);
   for (size_t i = 0; i < t->count; i++) {
      const model_routine *r = row_match_find(&names, &t->rows[i]);

      if (r && rows[r - m->routines] == NULL)
         rows[r - m->routines] = &t->rows[i];
   }
   row_match_note_variants(&names);
   row_match_free(&names);
   return rows;
}

/* Print the weights.  Return the exit status. */
static int print(const samples *s, const model *m, rows_format format)
{
   sample_table t;
   joined *list = memory_new(m->routine_count, sizeof *list);
   const table_row **rows;
   size_t count = 0;
   double time = 0, cost = 0;
   row_output out;

   table_make(&t, s, samples_main_event(s), TABLE_NAME);
   rows = find_rows(&t, s, m);
   for (size_t i = 0; i < m->routine_count; i++) {
      const prof_tuple sums = model_sums(m, i, MODEL_ALL_THREADS);

      if (rows[i] == NULL || sums.self.sum == 0 || rows[i]->weight <= 0)
         continue;
      list[count++] = (joined){ rows[i], &m->routines[i],
                                (double)sums.self.sum };
      time += rows[i]->weight;
      cost += (double)sums.self.sum;
   }
   free(rows);
   qsort(list, count, sizeof *list, compare);
   rows_begin(&out, stdout, format, columns, COLUMNS);
   for (size_t i = 0; i < count; i++) {
      const double time_share = list[i].row->weight / time;
      const double cost_share = list[i].cost / cost;
      const double weight = time_share / cost_share;
      const cell cells[COLUMNS] = {
         cell_text(list[i].routine->shown),
         cell_text(m->objects[list[i].routine->object].name),
         cell_real(weight),
         cell_real(weight / sqrt((double)list[i].row->count)),
         cell_real(time_share), cell_real(cost_share),
      };

      rows_add(&out, cells);
   }
   rows_end(&out);
   if (count == 0)
      message_note("the profile has no routine of the samples: it is of "
                   "another program");
   table_free(&t);
   free(list);
   return count > 0 ? STATUS_DONE : STATUS_NO;
}

int verb_weights(int argc, char **argv)
{
   const char *name = NULL;
   int format = 0, status;
   const option options[] = {
      { "profile", OPTION_TEXT, &name, NULL, "FILE",
        "the costs: a profile of the same work" },
      { "format", OPTION_CHOICE, &format, formats, "tsv|json",
        "the form of the list (default: tsv)" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "weights", "--profile=FILE [OPTION...] FILE|FOLDER...",
      "Lists how much time a unit of cost takes in each routine, relative to "
      "the\nwhole program.", options,
   };
   size_t files;
   samples *s;
   model *m = NULL;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (name == NULL) {
      message_error("weights: --profile=FILE is missing");
      return STATUS_UNUSABLE;
   }
   s = samples_read_many(argv, files);
   if (s)
      m = profile_read_many((char *const *)&name, 1);
   status = m ? print(s, m, format ? ROWS_JSON : ROWS_TSV) : STATUS_UNUSABLE;
   model_free(m);
   samples_free(s);
   return status;
}
