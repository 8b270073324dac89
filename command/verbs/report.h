/* The rows of `aprof report`, and its table for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_REPORT_H
#define APROF_REPORT_H

#include "assess/predict.h"
#include "assess/rank.h"
#include "cli/rows.h"
#include "infer/describe.h"

/* In this order, and only ever added to at the end; those from PREDICTED_SIZE
   on, and THREAD, only where they are asked for. */
enum {
   ROUTINE, OBJECT, SOURCE_FILE, LINE, CALLS, COST, COST_PCT, SELF,
   POINTS_RMS, POINTS_TRMS, LEAST_SIZE, GREATEST_SIZE, EXTERNAL_PCT, THREAD_PCT,
   CLASS, EXPONENT, EXPONENT_LO, EXPONENT_HI, CONFIDENCE, WARNING_NAMES,
   PREDICTED_SIZE, PREDICTED_COST, PREDICTED_LO, PREDICTED_HI, PREDICTED_PCT,
   THREAD, COLUMNS,
   CONTEXT = COLUMNS, CELLS   /* in JSON, by caller */
};

typedef struct {
   ranked *rank;
   bool predicted;
   prediction prediction;             /* as --scale or --at want it */
   char class_name[GROWTH_NAME], warnings[VERDICT_WARNINGS];
   cell cells[CELLS];                 /* texts are here or in the model */
} report_row;

typedef struct {
   int format, sort, by;
   unsigned long top, min_points, scale, at;
   const char *focus;
   bool threads, open, all;
} report_options;

/* The first `count` of the rows; `all` rows fit the options, `folded` more
   have been folded away. */
void report_print(const model *m, report_row *const *rows, size_t count,
                  size_t all, size_t folded, const report_options *o);

#endif
