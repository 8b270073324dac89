/* The calls from and to the routines of `aprof report --focus`, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_REPORT_CALLS_H
#define APROF_VERBS_REPORT_CALLS_H

#include "profile/model.h"

/* Print the calls of which a routine of `named` is the caller or the callee and
   whose lines are known, those with most cost first.  labels: names of the
   routines. */
void report_calls_print(const model *m, const bool *named, char **labels);

#endif
