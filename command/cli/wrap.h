/* Sentences in the lines of a terminal.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_WRAP_H
#define APROF_CLI_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Print a text on stdout in lines of 80 columns, or of the columns of a
   narrower terminal, with `indent` columns before each.  A number does not leave its
   percent sign. */
void wrap_print(const char *text, size_t indent);

/* The same behind `column` columns of the first line, which are printed. */
void wrap_print_behind(const char *text, size_t column, size_t indent);

/* The same in a file.  Its lines have 80 columns if it is not stdout. */
void wrap_put(FILE *f, const char *text, size_t column, size_t indent);

#endif
