/* The rows of `aprof report`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_REPORT_ROWS_H
#define APROF_VERBS_REPORT_ROWS_H

#include "advice/hints.h"
#include "assess/beside.h"
#include "assess/predict.h"
#include "cli/cell.h"
#include "infer/describe.h"
#include "verbs/verbs.h"

/* The columns in their order, to which new ones are only added at the end.  The
   columns from REPORT_PREDICTED_SIZE on are present with --scale or --at,
   REPORT_THREAD with --threads, REPORT_CONTEXT in JSON with --by=caller. */
enum {
   REPORT_ROUTINE, REPORT_OBJECT, REPORT_FILE, REPORT_LINE, REPORT_CALLS,
   REPORT_COST, REPORT_COST_PCT, REPORT_SELF, REPORT_POINTS_RMS,
   REPORT_POINTS_TRMS, REPORT_SIZE_MIN, REPORT_SIZE_MAX, REPORT_EXTERNAL_PCT,
   REPORT_THREAD_PCT, REPORT_CLASS, REPORT_EXPONENT, REPORT_EXPONENT_LO,
   REPORT_EXPONENT_HI, REPORT_CONFIDENCE, REPORT_WARNINGS,
   REPORT_PREDICTED_SIZE, REPORT_PREDICTED_COST, REPORT_PREDICTED_LO,
   REPORT_PREDICTED_HI, REPORT_PREDICTED_PCT, REPORT_THREAD, REPORT_READS_AGAIN,
   REPORT_READS_THROUGH, REPORT_EXCESS_PCT, REPORT_EXCESS_CALLER,
   REPORT_READS_LINE,
   REPORT_COLUMNS,
   REPORT_CONTEXT = REPORT_COLUMNS, REPORT_CELLS
};

/* In place of a column: the order of suspicion. */
enum { REPORT_SUSPICION = -1 };

/* The names of the columns, NULL at the end, as choices of an option. */
extern const char *const report_rows_columns[REPORT_COLUMNS + 1];

typedef struct {
   int format;                        /* verbs_format */
   int sort;                          /* a column, or REPORT_SUSPICION */
   int by;                            /* -1: --by is not given */
   int metric;                        /* index in size_metric_names */
   unsigned long top, min_points, scale, at;   /* 0: not given */
   const char *focus;                 /* NULL: not given */
   bool threads, open, all;
} report_options;

typedef struct {
   const ranked *rank;
   bool predicted;                    /* `prediction` is present */
   prediction prediction;             /* for --scale or --at */
   char class_name[GROWTH_NAME_SIZE], warnings[DESCRIBE_WARNINGS_SIZE];
   cell cells[REPORT_CELLS];          /* texts are here or in the model */
} report_row;

typedef struct {
   report_row *rows;                  /* by suspicion */
   const order_ranking *ranking;
   const hints *hints;
   const bool *named;                 /* the routines that the report is about,
                                         or NULL: all of them alike */
   const char *filter;                /* the options that leave rows out; NULL:
                                         there are none */
   report_row **order;                /* the same rows in the report's order */
   size_t count;
   size_t folded;                     /* rows of internals that are left out */
   beside beside;                     /* of the ranking */
} report_list;

/* Make the rows that fit the options; report_rows_free frees them.  The ranking
   and its hints must outlive them.  marks: of the routines to list, or NULL for
   all routines.  Internals are left out of a table unless the options ask for
   them. */
report_list report_rows_new(const order_ranking *ranking, const hints *found,
                            const bool *marks, const report_options *o);
void report_rows_free(report_list *l);

/* Fill in the verdicts, and the predictions, of the first `count` rows. */
void report_rows_infer(report_list *l, size_t count, const report_options *o);

/* Sort the rows by a column. */
void report_rows_sort(report_list *l, int column);

/* Write the first `count` rows as TSV or JSON on stdout. */
void report_rows_write(const report_list *l, size_t count,
                       const report_options *o);

#endif
