/* The table of `aprof diff`, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_DIFF_TABLE_H
#define APROF_VERBS_DIFF_TABLE_H

#include "compare/changes.h"

/* Return the routine that shows a change, and its side: the first of several
   routines that count as one. */
size_t diff_table_routine(const matching *m, const change *c, int *side);

/* Which rows are shown. */
typedef struct {
   size_t top;                        /* at most */
   bool all;                          /* little changes as well */
} diff_rows;

/* Print the table on stdout. */
void diff_table_print(const matching *m, const change_list *list,
                      const diff_rows *rows);

#endif
