/* The table of `aprof diff`, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_DIFF_TABLE_H
#define APROF_VERBS_DIFF_TABLE_H

#include "compare/changes.h"

/* Return the routine that shows a change, and its side: the first of several
   routines that count as one. */
size_t diff_table_routine(const matching *m, const change *c, int *side);

/* Print the table on stdout. */
void diff_table_print(const matching *m, const change_list *list);

#endif
