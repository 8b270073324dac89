/* What the page of `aprof html` is drawn from: four blocks of JSON, which
   report/html/js/data.js reads.

   run        one object: the runs, the totals, the units, the baseline's
   routines   one object: `columns`, and `rows` with a value for each of them;
              a routine's number is its place in rows
   details    a line for each routine that has tuples, parsed when it is
              looked at: its tables and verdicts, and the baseline's
   edges      one array: caller, callee, calls, cost of the outermost
              activations; and again

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_DATA_H
#define APROF_HTML_DATA_H

#include "assess/rank.h"
#include "compare/changes.h"
#include "html/source.h"

#define HTML_NONE SIZE_MAX

/* A routine as the page lists it. */
typedef struct {
   size_t routine;                    /* in the model */
   const ranked *rank;                /* NULL: only an edge names it */
   size_t old;                        /* in the baseline; or HTML_NONE */
   prof_tuple old_sums;
   verdict old_verdict;               /* the worst case over trms */
   double cost_ratio;                 /* at equal sizes; 0: no answer */
   const change *change;              /* as `aprof diff` finds them; or NULL */
   size_t change_place;               /* among them: what matters most first */
   bool apart;                        /* nothing tells which of the baseline's
                                         it is: it has no name */
   int growth_rank;                   /* 0: undecided */
} html_row;

typedef struct {
   const model *m, *baseline;         /* baseline: or NULL */
   matching matching;                 /* of both, where there is one */
   change_list changes;               /* likewise; also the explained ones */
   char **labels;                     /* as labels_new gives them */
   html_sources sources;
   ranked *ranked;
   html_row *rows;                    /* most suspicious first */
   size_t count, measured;            /* those that are not come last */
   size_t *place;                     /* of a model's routine in rows */
} html_data;

/* Judges all routines.  The models must outlive it; baseline may be NULL, and
   `maps` are for the names in it. */
html_data *html_data_new(const model *m, const model *baseline,
                         renames *maps);
void html_data_free(html_data *d);

/* The four blocks.  `files` are those that the profile was read from,
   `old_file` the baseline's, or NULL. */
void html_write_run(const html_data *d, char *const *files, size_t count,
                    const char *old_file, FILE *file);
void html_write_routines(const html_data *d, FILE *file);
void html_write_details(const html_data *d, FILE *file);
void html_write_edges(const html_data *d, FILE *file);

#endif
