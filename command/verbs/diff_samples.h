/* aprof diff of two samples files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_DIFF_SAMPLES_H
#define APROF_VERBS_DIFF_SAMPLES_H

#include "cli/rows.h"

/* List the routines whose share of the time has changed, or all of them.
   table: for people, else in `format`.  Return the exit status. */
int diff_samples(char *const names[2], bool table, rows_format format,
                 bool all);

#endif
