/* aprof diff: what has changed between two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/message.h"
#include "base/numbers.h"
#include "cli/rows.h"
#include "cli/size_metric.h"
#include "compare/changes.h"
#include "compare/map_hints.h"
#include "compare/other_calls.h"
#include "compare/other_program.h"
#include "compare/same_input.h"
#include "profile/read.h"
#include "samples/read.h"
#include "verbs/diff_samples.h"
#include "verbs/diff_table.h"
#include "verbs/verbs.h"

#include <stdlib.h>
#include <string.h>

/* The columns in their order; new columns are only added at the end. */
enum {
   ROUTINE, OBJECT, SOURCE_FILE, STATUS, CLASS_OLD, CLASS_NEW, EXPONENT_OLD,
   EXPONENT_NEW, COST_RATIO, CONFIDENCE, COST_DIFFERENCE, COST_RATIO_ALL,
   COLUMNS
};

static const char *const columns[COLUMNS] = {
   "routine", "object", "file", "status", "class_old", "class_new",
   "exponent_old", "exponent_new", "cost_ratio", "confidence",
   "cost_difference", "cost_ratio_all",
};

typedef struct {
   int format;
   const char *threshold_text;
   double threshold;                  /* a part, not percent */
   option_list maps;
   unsigned long top;                 /* 0: all */
   int metric;                        /* index in size_metric_names */
   bool all;
} diff_options;

/* --- options --- */

static bool read_threshold(diff_options *o)
{
   double percent = 100 * CHANGES_THRESHOLD;

   if (o->threshold_text &&
       (!numbers_read_decimal(o->threshold_text, &percent) || percent > 1e6)) {
      message_error("--threshold: '%s' is no percentage, such as 2.5",
                    o->threshold_text);
      return false;
   }
   o->threshold = percent / 100;
   return true;
}

/* --- rows for programs --- */

static void put_verdict(const verdict *v, char name[GROWTH_NAME_SIZE],
                        cell *class, cell *exponent)
{
   if (v == NULL)
      return;
   *class = cell_text(growth_name(name, v->growth));
   if (v->has_exponent)
      *exponent = cell_real(v->exponent);
}

static void add_row(row_output *out, const matching *m, const change *c)
{
   cell cells[COLUMNS] = { 0 };
   char names[MATCH_SIDES][GROWTH_NAME_SIZE];
   int side;
   const size_t routine = diff_table_routine(m, c, &side);
   const model *from = m->models[side];
   const model_routine *r = &from->routines[routine];
   const double whole = other_calls_ratio(m, c->pair);

   cells[ROUTINE] = cell_text(r->shown);
   cells[OBJECT] = cell_text(from->objects[r->object].name);
   if (*r->file)
      cells[SOURCE_FILE] = cell_text(r->file);
   cells[STATUS] = cell_text(changes_status_names[c->status]);
   put_verdict(c->verdicts[MATCH_OLD], names[MATCH_OLD], &cells[CLASS_OLD],
               &cells[EXPONENT_OLD]);
   put_verdict(c->verdicts[MATCH_NEW], names[MATCH_NEW], &cells[CLASS_NEW],
               &cells[EXPONENT_NEW]);
   if (c->ratio > 0)
      cells[COST_RATIO] = cell_real(c->ratio);
   if (whole > 0)
      cells[COST_RATIO_ALL] = cell_real(whole);
   cells[CONFIDENCE] = cell_real(c->confidence);
   if (!c->explained)
      cells[COST_DIFFERENCE] = cell_difference(c->part);
   rows_add(out, cells);
}

/* --- the verb --- */

static int compare_profiles(const model *old, const model *new,
                            const diff_options *o, renames *maps)
{
   const size_t top = o->top ? o->top : SIZE_MAX;
   matching m;
   change_list list;
   int status;

   match_routines(&m, old, new, maps);
   other_program_warn(&m);
   map_hints_print(&m, maps);
   changes_find(&list, &m, o->threshold, o->all);
   if (o->format == VERBS_TABLE) {
      diff_table_print(&m, &list, &(diff_rows){ top, o->all });
   } else {
      row_output out;
      size_t rows = 0;

      rows_begin(&out, stdout, verbs_rows(o->format), columns, COLUMNS);
      /* A class that others explain is for people. */
      for (size_t i = 0; i < list.count && rows < top; i++)
         if (o->all || !list.changes[i].explained) {
            add_row(&out, &m, &list.changes[i]);
            rows++;
         }
      rows_end(&out);
   }
   /* Another input explains other calls; the same one does not. */
   status = list.count > 0 || (changes_is_rest(&list) && same_input_is(&m))
            ? STATUS_NO : STATUS_DONE;
   changes_free(&list);
   match_free(&m);
   return status;
}

int verb_diff(int argc, char **argv)
{
   diff_options o = { .format = VERBS_TABLE };
   const char *chart = NULL;
   const option options[] = {
      VERBS_FORMAT(&o.format),
      { "map", OPTION_LIST, &o.maps, NULL, "OLD=NEW",
        "a file or folder was renamed; may be repeated" },
      { "threshold", OPTION_TEXT, &o.threshold_text, NULL, "PERCENT",
        "smaller changes of cost are none (default: 5)" },
      { "top", OPTION_COUNT, &o.top, NULL, "N",
        "only the N costliest changes" },
      SIZE_METRIC_OPTION(&o.metric),
      { "all", OPTION_FLAG, &o.all, NULL, NULL,
        "also little changes, and those that others explain" },
      { "chart", OPTION_TEXT, &chart, NULL, "FILE",
        "of two samples files: draw both shares; svg, png, pdf or txt" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "diff", "[OPTION...] OLD NEW",
      "Lists the routines whose growth or cost has changed between two "
      "profiles.", options,
   };
   size_t files;
   int status = STATUS_UNUSABLE;
   renames maps = { NULL, 0 };
   model *old = NULL, *new = NULL;
   const char *wrong;

   if (!verbs_begin(argc, argv, &table, &files, &status)) {
      free(o.maps.values);
      return status;
   }
   if (files == 2 && samples_is_file(argv[0])) {
      free(o.maps.values);
      return diff_samples(argv, &(diff_samples_options){
         o.format == VERBS_TABLE, verbs_rows(o.format), o.all,
         chart });
   }
   status = STATUS_UNUSABLE;
   if (chart)
      message_error("diff: --chart draws two samples files of aprof record; "
                    "aprof plot draws profiles");
   else if (files != 2)
      message_error("diff: two files are compared, OLD and NEW, not %zu; "
                    "aprof merge makes one of several", files);
   else if (read_threshold(&o) && renames_read(&maps, &o.maps))
      old = profile_read_many(argv, 1);
   if (old)
      new = profile_read_many(argv + 1, 1);
   wrong = new ? model_incompatible(old, new) : NULL;
   if (wrong)
      message_error("%s: %s than in %s: the two cannot be compared", argv[1],
                    wrong, argv[0]);
   else if (new && size_metric_apply(old, o.metric) &&
            size_metric_apply(new, o.metric))
      status = compare_profiles(old, new, &o, &maps);
   model_free(old);
   model_free(new);
   renames_free(&maps);
   free(o.maps.values);
   return status;
}
