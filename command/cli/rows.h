/* Rows of cells, and their two machine-readable forms.

   TSV: a header line, then a line for each row; strings are escaped as in the
   profile file, an empty cell is a missing value.  JSON: one array of objects
   keyed by the columns, numbers as numbers (those that need more than 63 bits
   as reals), null for a missing value.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ROWS_H
#define APROF_ROWS_H

#include <stdio.h>

#include "base/numbers.h"


typedef enum {
   CELL_EMPTY,                        /* a missing value */
   CELL_TEXT,
   CELL_LIST,                         /* texts: only in JSON, an array */
   CELL_WHOLE,                        /* a number without a fraction */
   CELL_QUOTIENT,                     /* number / divisor */
   CELL_REAL,
} cell_kind;

typedef struct {
   cell_kind kind;
   const char *text;                  /* belongs to somebody else */
   char *const *list;                 /* so do these; NULL at the end */
   prof_sum number, divisor;
   double real;
} cell;

cell cell_empty(void);
cell cell_text(const char *text);
cell cell_list(char *const *list);
cell cell_whole(prof_sum number);
/* Empty where the divisor is 0. */
cell cell_quotient(prof_sum number, prof_sum divisor);
/* 100 * part / whole; empty where the whole is 0. */
cell cell_percent(prof_sum part, prof_sum whole);
cell cell_real(double real);

/* A cell as in TSV, not escaped. */
const char *cell_format(char buffer[TEXT_NUMBER], const cell *c);

/* For sorting: numbers descending, texts ascending, empty cells last. */
int cell_compare(const cell *a, const cell *b);

typedef enum { ROWS_TSV, ROWS_JSON } rows_format;

typedef struct {
   FILE *file;
   rows_format format;
   const char *const *columns;
   size_t column_count, row_count;
} row_output;

/* Writes what stands before the first row. */
void rows_begin(row_output *r, FILE *file, rows_format format,
                const char *const *columns, size_t column_count);
/* One cell for each column. */
void rows_add(row_output *r, const cell *cells);
void rows_end(row_output *r);

#endif
