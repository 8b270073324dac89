/* The table of `aprof report`, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_REPORT_TABLE_H
#define APROF_VERBS_REPORT_TABLE_H

#include "verbs/report_rows.h"

/* Print the head of the report, its sentences and the first `count` rows on
   stdout. */
void report_table_print(const model *m, const report_list *l, size_t count,
                        const report_options *o);

#endif
