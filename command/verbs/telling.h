/* What the sentences of a report are about, and what they have said: the names that
   they use, and the places in the source that they have told.

   Names are made shorter.  So that no two of them become the same, all routines that
   the sentences will name are mentioned at first; telling_apart then gives them names
   that differ.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_TELLING_H
#define APROF_VERBS_TELLING_H

#include "verbs/report_rows.h"

/* Columns of a name, at the most. */
enum { TELLING_NAME_WIDTH = 60 };

typedef struct {
   const model *m;
   const report_list *l;
   char **labels;                     /* those that telling_apart changes are of
                                         `apart` */
   const char **mentioned;            /* for each routine: its label, if a
                                         sentence is about it; else NULL */
   char **apart;                      /* NULL: not yet known */
   bool *placed;                      /* for each routine: its place in the
                                         source is told */
   bool *told;                        /* for each routine: its doubts are
                                         printed */
} telling;

/* Begin, with the labels of all routines, which belong to the caller; telling_end
   frees what *t holds. */
void telling_begin(telling *t, const model *m, const report_list *l,
                   char **labels);
void telling_end(telling *t);

/* Note that a sentence names a routine; RANKED_NONE: there is none. */
void telling_mention_routine(telling *t, size_t routine);

/* The same of the routines that a sentence about a row names. */
void telling_mention(telling *t, const report_row *row);

/* The same of hints and of what is said beside suspects. */
void telling_mention_hints(telling *t);

/* If names of the routines that are mentioned would be shortened to the same, let
   the sentences have names that differ, as the table has.  Once, before the first
   sentence that mentions one. */
void telling_apart(telling *t);

/* Return the name of a row's routine, with its thread if the thread has a row of its
   own; the caller frees it. */
char *telling_row_name(const telling *t, const report_row *row);

/* The same with the routine of the program that a library's one is called
   below, as the subject of a sentence. */
char *telling_row_subject(const telling *t, const report_row *row);

/* Return whether the place of a routine in the source is told for the first time, and
   note that it is. */
bool telling_first_place(telling *t, size_t routine);

#endif
