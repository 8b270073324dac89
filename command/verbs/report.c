/* aprof report: the routines of a profile, a row each, the most suspicious
   first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "cli/notes.h"
#include "cli/options.h"
#include "cli/size_metric.h"
#include "names/select.h"
#include "profile/by_caller.h"
#include "profile/read.h"
#include "verbs/report_rows.h"
#include "verbs/report_table.h"
#include "verbs/verbs.h"

#include <stdlib.h>
#include <string.h>

/* Rows of a table without --top, at the most; and so many at the least, though
   the last have no part in the cost. */
enum { TABLE_ROWS = 50, LEAST_ROWS = 10 };

/* What --focus names; NULL: all. */
typedef struct {
   bool *named;                       /* the routines themselves */
   bool *marks;                       /* and their callers and callees */
} focus;

static focus find_focus(const model *m, const size_t *found, size_t count)
{
   focus f = { memory_new(m->routine_count, sizeof *f.named),
               memory_new(m->routine_count, sizeof *f.marks) };

   for (size_t i = 0; i < count; i++)
      f.marks[found[i]] = f.named[found[i]] = true;
   for (size_t e = 0; e < m->edge_count; e++)
      if (f.named[m->edges[e].caller] || f.named[m->edges[e].callee])
         f.marks[m->edges[e].caller] = f.marks[m->edges[e].callee] = true;
   return f;
}

static bool options_fit(const report_options *o)
{
   if (o->sort == REPORT_THREAD && !o->threads) {
      message_error("--sort=thread needs --threads");
      return false;
   }
   if (o->scale && o->at) {
      message_error("--scale and --at exclude each other");
      return false;
   }
   if (o->sort >= REPORT_PREDICTED_SIZE && o->sort < REPORT_THREAD &&
       !o->scale && !o->at) {
      message_error("--sort=%s needs --scale or --at",
                    report_rows_columns[o->sort]);
      return false;
   }
   return true;
}

static bool has_part(const report_row *row)
{
   char percent[CELL_PERCENT];

   return strcmp(cell_short_percent(percent, &row->cells[REPORT_COST_PCT]),
                 "0.0") != 0;
}

/* Rows of the table without --top.  Those without a part in the cost, behind
   all that have one, are left out unless the user has chosen the rows. */
static size_t table_rows(const report_list *l, const report_options *o)
{
   const size_t most = l->count < TABLE_ROWS ? l->count : TABLE_ROWS;
   const size_t least = most < LEAST_ROWS ? most : LEAST_ROWS;
   size_t count = most;

   if (o->sort != REPORT_SUSPICION || o->focus || o->all)
      return most;
   while (count > 0 && !has_part(l->order[count - 1]) &&
          !ranked_is_suspect(l->order[count - 1]->rank))
      count--;
   if (count == 0)
      return most;
   return count > least ? count : least;
}

static void report(const model *m, const focus *f, const report_options *o)
{
   const bool sorts_verdicts = o->sort >= REPORT_CLASS &&
                               o->sort < REPORT_THREAD;
   order_ranking ranking = order_routines(m, o->threads, o->open, false);
   const hints found = hints_find(&ranking);
   report_list l = report_rows_new(&ranking, &found, f->marks, o);
   size_t count = l.count;

   l.named = f->named;
   l.filter = o->focus && o->min_points ? "--focus and --min-points"
            : o->focus ? "--focus" : o->min_points ? "--min-points" : NULL;
   if (sorts_verdicts)
      report_rows_infer(&l, l.count, o);
   report_rows_sort(&l, o->sort);
   if (o->top && o->top < count)
      count = o->top;
   else if (!o->top && o->format == VERBS_TABLE)
      count = table_rows(&l, o);
   if (!sorts_verdicts)
      report_rows_infer(&l, count, o);
   if (o->format == VERBS_TABLE)
      report_table_print(m, &l, count, o);
   else
      report_rows_write(&l, count, o);
   report_rows_free(&l);
   order_free(&ranking);
}

/* Report on what --focus names, or on all. */
static int answer(model *m, const report_options *o)
{
   size_t count = 0, *found = NULL;
   focus f = { NULL, NULL };

   if (o->focus && (count = select_look_up(m, o->focus, &found)) == 0) {
      select_refuse(m, o->focus);
      free(found);
      return STATUS_NO;
   }
   notes_rounded(m);
   notes_unmatched(m);
   notes_builds(m);
   if (o->by >= 0)
      by_caller(m, o->focus ? &found : NULL, &count);
   if (o->focus)
      f = find_focus(m, found, count);
   free(found);
   if (o->threads)
      notes_folded(m);
   report(m, &f, o);
   free(f.named);
   free(f.marks);
   return STATUS_DONE;
}

int verb_report(int argc, char **argv)
{
   report_options o = { .format = VERBS_TABLE,
                        .sort = REPORT_SUSPICION,
                        .by = -1 };
   const option options[] = {
      VERBS_FORMAT(&o.format),
      { "sort", OPTION_CHOICE, &o.sort, report_rows_columns, "KEY",
        "a column of the TSV; numbers descending" },
      { "top", OPTION_COUNT, &o.top, NULL, "N",
        "only the first N rows (the table: at most 50)" },
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
      SIZE_METRIC_OPTION(&o.metric),
      { "threads", OPTION_FLAG, &o.threads, NULL, NULL,
        "a row for each routine and thread" },
      VERBS_BY_CALLER(&o.by),
      { "open", OPTION_FLAG, &o.open, NULL, NULL,
        "points of activations that had not ended, too" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "report", "[OPTION...] FILE...",
      "Lists the routines of a profile, or of several merged, the most "
      "suspicious first.", options,
   };
   size_t files;
   int status;
   model *m;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (!options_fit(&o))
      return STATUS_UNUSABLE;
   m = profile_read_many(argv, files);
   if (m == NULL)
      return STATUS_UNUSABLE;
   if (!size_metric_apply(m, o.metric)) {
      model_free(m);
      return STATUS_UNUSABLE;
   }
   if (o.by >= 0 && m->callers == 0)
      return notes_refuse_contexts(m, files > 1 ? NULL : argv[0]);
   status = answer(m, &o);
   model_free(m);
   return status;
}
