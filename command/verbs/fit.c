/* aprof fit: the function of the size that costs in a data file follow.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "cli/options.h"
#include "cli/rows.h"
#include "infer/describe.h"
#include "infer/infer.h"
#include "profile/file_kind.h"
#include "verbs/fit_data.h"
#include "verbs/verbs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The columns in their order; new columns are only added at the end. */
enum {
   CLASS, FORMULA, EXPONENT, EXPONENT_LO, EXPONENT_HI, CONFIDENCE, WARNING_LIST,
   COLUMNS
};

static const char *const columns[COLUMNS] = {
   "class", "formula", "exponent", "exponent_lo", "exponent_hi", "confidence",
   "warnings",
};

static void infer_data(fit_data *d, verdict *v)
{
   bool varies = fit_data_join_sizes(d), is_free = true;

   infer(d->points, d->count, SIZE_OF_ANY, v);
   /* The inference takes a cost of 0 for half a unit. */
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
   char name[GROWTH_NAME_SIZE], warnings[DESCRIBE_WARNINGS_SIZE];
   char *formula = describe_formula(v);
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
   if (*describe_warnings(warnings, v->warnings))
      cells[WARNING_LIST] = cell_text(warnings);
   rows_begin(&out, stdout, format, columns, COLUMNS);
   rows_add(&out, cells);
   rows_end(&out);
   free(formula);
}

static void print_table(const verdict *v)
{
   char phrase[DESCRIBE_CLASS_SIZE], name[GROWTH_NAME_SIZE];
   char *formula = describe_formula(v);

   printf("growth       %s\n", describe_class(phrase, v));
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
   for (int i = 0; i < VERDICT_WARNING_COUNT; i++)
      if (v->warnings & (1u << i)) {
         char *text = describe_warning(v, 1u << i);
         char word[DESCRIBE_WARNINGS_SIZE];

         printf("%-12s %s\n", describe_warnings(word, 1u << i), text);
         free(text);
      }
   free(formula);
}

int verb_fit(int argc, char **argv)
{
   int format = VERBS_TABLE, status;
   const option options[] = {
      VERBS_FORMAT(&format),
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "fit", "[OPTION...] DATA.tsv",
      "Finds the function of the size that costs follow.  DATA.tsv has the "
      "columns size and cost, and perhaps the number of calls; - is stdin.",
      options,
   };
   file_kind kind;
   size_t files;
   verdict v;
   fit_data d;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (files > 1) {
      message_error("fit: one file at a time, not %zu", files);
      return STATUS_UNUSABLE;
   }
   if (profile_is_file(argv[0])) {
      message_error("fit: %s is a profile; aprof report fits all its routines",
                    argv[0]);
      return STATUS_UNUSABLE;
   }
   kind = file_kind_of(argv[0]);
   if (kind != FILE_OTHER) {
      message_error("fit: %s is a %s; fit takes a table of sizes and costs",
                    argv[0], file_kind_names[kind]);
      return STATUS_UNUSABLE;
   }
   if (!fit_data_read(&d, argv[0]))
      return STATUS_UNUSABLE;
   infer_data(&d, &v);
   free(d.points);
   if (format == VERBS_TABLE)
      print_table(&v);
   else
      print_row(&v, verbs_rows(format));
   return STATUS_DONE;
}
