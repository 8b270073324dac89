/* What is read again and again in only one of two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_DIFF_REREADS_H
#define APROF_VERBS_DIFF_REREADS_H

#include "compare/match.h"

/* Print on stdout the suspects of `aprof report` that read the same data again
   and again, or have loops with ever more turns, in one profile and not in the
   other.  labels: of the routines of both sides (labels.h). */
void diff_rereads_print(const matching *m, char **const labels[MATCH_SIDES]);

#endif
