/* The cells of a table: values with the form that each output gives them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_CELL_H
#define APROF_CLI_CELL_H

#include <stddef.h>

#include "base/numbers.h"

typedef enum {
   CELL_EMPTY,                        /* a missing value */
   CELL_TEXT,
   CELL_LIST,                         /* texts: an array in JSON, nothing
                                         elsewhere */
   CELL_WHOLE,                        /* a number without a fraction */
   CELL_QUOTIENT,                     /* number / divisor */
   CELL_REAL,
   CELL_DIFFERENCE,                   /* a number without a fraction, with a
                                         sign */
} cell_kind;

typedef struct {
   cell_kind kind;
   const char *text;                  /* the caller's, as `list` is */
   char *const *list;                 /* NULL at the end */
   prof_sum number, divisor;
   double real;
} cell;

cell cell_empty(void);
cell cell_text(const char *text);
cell cell_list(char *const *list);
cell cell_whole(prof_sum number);
/* Empty if the divisor is 0. */
cell cell_quotient(prof_sum number, prof_sum divisor);
/* 100 * part / whole; empty if the whole is 0. */
cell cell_percent(prof_sum part, prof_sum whole);
cell cell_real(double real);
cell cell_difference(double whole);

/* Return a cell as in TSV, not escaped.  The text is in the buffer or the
   cell's. */
const char *cell_format(char buffer[NUMBERS_TEXT], const cell *c);

/* Compare for sorting: numbers descending, texts ascending, empty cells
   last. */
int cell_compare(const cell *a, const cell *b);

#define CELL_PERCENT 16

/* Return a percentage in at most 5 characters; "" for an empty cell. */
const char *cell_short_percent(char buffer[CELL_PERCENT], const cell *percent);

#endif
