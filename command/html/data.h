/* What the page of `aprof html` is drawn from: the rows of the list of
   routines, and what belongs to them.

   The page holds it as blocks of JSON, which html/page/js/data.js reads:

   run        one object: the runs, the totals, the units, the suspects, the
              baseline's run
   gains      one object, or null: a series of aprof what-if
   seconds    one object, or null: times on the real machine
   routines   one object: `columns`, and `rows` with a value for each column;
              the number of a routine is its index in `rows`
   edges      one array: caller, callee, calls, cost of the outermost
              activations of the first edge, the lines of the caller in which
              the callee is inlined, each with its calls and their cost, or 0,
              the lines in which it is called ("FILE:LINE" in another file than
              the caller's), or 0; then of the next edge
   tree       one array: parent, routine, cost, self cost of the first node of
              the call tree, then of the next one; -1: the run; callees that
              are too small for nodes
   details    a line for each routine with tuples, which the page parses when
              the routine is opened: its tables and verdicts, the cost of its
              lines, and the same of the baseline
   sources    a line for each source file

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_DATA_H
#define APROF_HTML_DATA_H

#include "advice/hints.h"
#include "compare/changes.h"
#include "source/index.h"

/* In place of the index of a row: there is none. */
#define HTML_NONE SIZE_MAX

typedef struct {
   size_t routine;                    /* index into the model's routines */
   const ranked *rank;                /* NULL: only an edge names the routine */
   assessment *old;                   /* in the baseline; or NULL */
   double cost_ratio;                 /* at equal sizes; 0: unknown */
   const change *change;              /* as `aprof diff` finds it; or NULL */
   size_t change_place;               /* index among all changes: the most
                                         important change first */
   bool unmatched;                    /* it has no name, or the baseline's
                                         program has none: which routine of the
                                         baseline it is, is unknown */
   int growth_rank;                   /* of the class; 0: undecided */
} html_row;

typedef struct {
   const model *m, *baseline;         /* baseline: or NULL */
   matching matching;                 /* of both, if there is a baseline */
   change_list changes;               /* likewise; with the explained changes */
   char **labels;                     /* of the model's routines */
   char **short_names;                /* likewise, for columns */
   source_index sources;
   order_ranking ranking;
   hints hints;
   html_row *rows;                    /* the most suspicious first */
   size_t count, measured;            /* rows; rows with tuples, which come
                                         first */
   size_t *place;                     /* of each of the model's routines: the
                                         index of its row */
} html_data;

/* Assess all routines.  The models must outlive the data; html_data_free frees
   it.  baseline: or NULL. */
html_data *html_data_new(const model *m, const model *baseline);
void html_data_free(html_data *d);

#endif
