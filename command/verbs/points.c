/* aprof points: the cost of a routine at each size of its input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "cli/notes.h"
#include "cli/options.h"
#include "cli/rows.h"
#include "cli/size_metric.h"
#include "names/select.h"
#include "profile/by_caller.h"
#include "profile/read.h"
#include "verbs/verbs.h"

#include <stdlib.h>

/* The columns in their order; new columns are only added at the end. */
enum {
   ROUTINE, OBJECT, THREAD, SIZE, CALLS, COST_MIN, COST_MEAN, COST_MAX,
   SELF_MEAN, RMS_MEAN, TRMS_MEAN, EXTERNAL, THREAD_INDUCED, SOURCE_FILE,
   LINE, CONTEXT, COLUMNS
};

static const char *const columns[COLUMNS] = {
   "routine", "object", "thread", "size", "calls", "cost_min", "cost_mean",
   "cost_max", "self_mean", "rms_mean", "trms_mean", "external",
   "thread_induced", "file", "line", "context",
};

enum { AS_TSV, AS_JSON };

static const char *const formats[] = { "tsv", "json", NULL };

typedef struct {
   const char *routine;
   int format, metric, by;
   bool threads, open;
} points_options;

/* Return whether the points are those of all routines. */
static bool is_of_all(const points_options *o)
{
   return o->routine == NULL;
}

/* Add the points of a routine; return whether it has any. */
static bool add_points(row_output *out, const model *m, size_t routine,
                       uint64_t thread, const points_options *o)
{
   const model_routine *r = &m->routines[routine];
   prof_tuple *points;
   size_t count;

   points = model_recorded_points(m, routine, thread, o->metric, o->open,
                                  &count);
   for (size_t i = 0; i < count; i++) {
      const prof_tuple *p = &points[i];
      const cell cells[COLUMNS] = {
         [ROUTINE] = cell_text(r->shown),
         [OBJECT] = cell_text(m->objects[r->object].name),
         [THREAD] = thread == MODEL_ALL_THREADS ? cell_text("all")
                                                : cell_whole(thread),
         [SIZE] = cell_whole(p->size),
         [CALLS] = cell_whole(p->calls),
         [COST_MIN] = cell_whole(p->cost.min),
         [COST_MEAN] = cell_quotient(p->cost.sum, p->calls),
         [COST_MAX] = cell_whole(p->cost.max),
         [SELF_MEAN] = cell_quotient(p->self.sum, p->calls),
         [RMS_MEAN] = cell_quotient(p->rms, p->calls),
         [TRMS_MEAN] = cell_quotient(p->trms, p->calls),
         [EXTERNAL] = cell_quotient(p->external, p->calls),
         [THREAD_INDUCED] = cell_quotient(p->thread, p->calls),
         [SOURCE_FILE] = *r->file ? cell_text(r->file) : cell_empty(),
         [LINE] = r->line == MODEL_NO_LINE ? cell_empty()
                                           : cell_whole(r->line),
         [CONTEXT] = r->context ? cell_list(r->context) : cell_empty(),
      };

      rows_add(out, cells);
   }
   free(points);
   return count > 0;
}

static void print_points(const model *m, const size_t *found, size_t count,
                         const points_options *o)
{
   row_output out;
   bool any = false;

   rows_begin(&out, stdout, o->format == AS_TSV ? ROWS_TSV : ROWS_JSON,
              columns,
              o->format == AS_JSON && o->by >= 0 ? COLUMNS : CONTEXT);
   for (size_t i = 0; i < count; i++) {
      size_t first, past;

      if (!o->threads) {
         any |= add_points(&out, m, found[i], MODEL_ALL_THREADS, o);
         continue;
      }
      model_profs(m, found[i], &first, &past);
      for (size_t p = first; p < past; p++)
         any |= add_points(&out, m, found[i], m->profs[p].thread, o);
   }
   rows_end(&out);
   if (!any && is_of_all(o))
      message_note("no routine has points: no activation had ended%s",
                   o->open ? "" : " (--open shows them)");
   else if (!any)
      message_note("'%s' has no points: none of its activations had ended"
                   "%s", o->routine, o->open ? "" : " (--open shows them)");
}

/* List all routines, in the order of the file.  Return their number. */
static size_t all_routines(const model *m, size_t **found)
{
   *found = memory_new(m->routine_count + 1, sizeof **found);
   for (size_t i = 0; i < m->routine_count; i++)
      (*found)[i] = i;
   return m->routine_count;
}

int verb_points(int argc, char **argv)
{
   points_options o = { .by = -1 };
   const option options[] = {
      { "routine", OPTION_TEXT, &o.routine, NULL, "NAME",
        "which; see aprof(1), ROUTINES (default: all)" },
      { "metric", OPTION_CHOICE, &o.metric, records_metric_names,
        "trms|ext|rms|wms", "what is the size (default: trms)" },
      { "threads", OPTION_FLAG, &o.threads, NULL, NULL,
        "keep the threads apart" },
      VERBS_BY_CALLER(&o.by),
      { "open", OPTION_FLAG, &o.open, NULL, NULL,
        "with activations that had not ended" },
      { "format", OPTION_CHOICE, &o.format, formats, "tsv|json",
        "how to write them (default: tsv)" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "points", "[--routine=NAME] [OPTION...] FILE...",
      "Lists the calls and the cost of a routine, or of each routine, at each "
      "size of its input.",
      options,
   };
   size_t files, count, listed, *found;
   int status;
   model *m;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   m = profile_read_many(argv, files);
   if (m == NULL)
      return STATUS_UNUSABLE;
   if (!size_metric_is_measured(m, o.metric)) {
      model_free(m);
      return STATUS_UNUSABLE;
   }
   if (o.by >= 0 && m->callers == 0)
      return notes_refuse_contexts(m, files > 1 ? NULL : argv[0]);

   count = listed = is_of_all(&o) ? all_routines(m, &found)
                                  : select_look_up(m, o.routine, &found);
   if (count == 0 && !is_of_all(&o)) {
      select_refuse(m, o.routine);
   } else {
      if (count > 1 && !is_of_all(&o))
         message_note("%zu routines are found by '%s': these are the points "
                      "of all", count, o.routine);
      if (o.threads)
         notes_folded(m);
      if (o.by >= 0)
         by_caller(m, &found, &listed);
      print_points(m, found, listed, &o);
   }
   free(found);
   model_free(m);
   return count || is_of_all(&o) ? STATUS_DONE : STATUS_NO;
}
