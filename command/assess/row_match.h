/* The routines of a profile that rows of samples are about.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_ROW_MATCH_H
#define APROF_ASSESS_ROW_MATCH_H

#include "profile/model.h"
#include "samples/table.h"
#include "samples/variants.h"

typedef struct {
   const model *m;
   const samples *s;
   variants *of;                      /* the variants of each image's routines,
                                         read when they are first asked for */
   bool *known;                       /* of each image: they were read */
   symbols **names;                   /* of each image; NULL: not asked for */
   size_t others;                     /* rows that are another variant in m */
   const char *row;                   /* the first of them, and what it is in m;
                                         NULL: there is none */
   const model_routine *routine;
   size_t found, other_builds;        /* rows that m has, and those of them whose
                                         file is of another build there */
} row_match;

/* Begin to match rows of s.  row_match_free frees what it holds. */
void row_match_begin(row_match *a, const model *m, const samples *s);
void row_match_free(row_match *a);

/* Return the routine of a row, or NULL.  It has the same name, or another one
   of the same code, and is in a file of the same name; else it is the variant
   of the row's routine that was run under Valgrind, which shows programs
   another processor: of several, that with most calls. */
const model_routine *row_match_find(row_match *a, const table_row *row);

/* Say so on stderr if the profile is of another program or of another build,
   when all rows of a table have been looked up.  A program with which this one
   has only libraries in common is known by a file that the profile does not
   have, and that has a tenth of the time or more. */
void row_match_note_program(const row_match *a, const sample_table *t);

/* Say on stderr which routines are another variant in the profile. */
void row_match_note_variants(const row_match *a);

#endif
