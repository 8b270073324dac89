/* Rows of cells in two machine-readable forms.

   TSV: a header line, then a line for each row; strings are escaped as in the
   profile file, an empty cell is a missing value.  JSON: one array of objects
   keyed by the columns, numbers as numbers (numbers of more than 63 bits as
   reals), null for a missing value.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_ROWS_H
#define APROF_CLI_ROWS_H

#include <stdio.h>

#include "cli/cell.h"

typedef enum { ROWS_TSV, ROWS_JSON } rows_format;

typedef struct {
   FILE *file;
   rows_format format;
   const char *const *columns;
   size_t column_count, row_count;
} row_output;

/* Begin the output of rows. */
void rows_begin(row_output *r, FILE *file, rows_format format,
                const char *const *columns, size_t column_count);
/* Add a row: a cell for each column. */
void rows_add(row_output *r, const cell *cells);
void rows_end(row_output *r);

/* Return the columns of the terminal on stdout; 0: it is none. */
size_t rows_terminal_columns(void);

/* Return the columns of the terminal on stdout; 80 if it is narrower or stdout
   is no terminal, so that the form of a table does not depend on its reader. */
size_t rows_terminal_width(void);

#endif
