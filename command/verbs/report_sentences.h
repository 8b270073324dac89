/* What the table of `aprof report` says in words.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_REPORT_SENTENCES_H
#define APROF_VERBS_REPORT_SENTENCES_H

#include "verbs/report_rows.h"

/* Print on stdout which routines to look at first, preferably of the first
   `count` rows; or why there are none. */
void report_sentences_print(const model *m, const report_list *l, size_t count,
                            char **labels);

#endif
