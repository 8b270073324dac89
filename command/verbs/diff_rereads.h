/* What is read again and again, or grows steeply, in only one of two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_DIFF_REREADS_H
#define APROF_VERBS_DIFF_REREADS_H

#include "compare/change.h"

/* Print on stdout the suspects of `aprof report` that read the same data again
   and again, or have loops with ever more turns, in one profile and not in the
   other; and the first suspect that grows steeply in one of them, if no row of
   the table tells that.  labels: of the routines of both sides (labels.h). */
void diff_rereads_print(const matching *m, const change_list *list,
                        char **const labels[MATCH_SIDES]);

#endif
