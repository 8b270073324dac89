/* aprof diff of two samples files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_DIFF_SAMPLES_H
#define APROF_VERBS_DIFF_SAMPLES_H

#include "cli/rows.h"

typedef struct {
   bool table;                        /* for people, else in `format` */
   rows_format format;
   bool all;                          /* also what has not changed */
   const char *chart;                 /* draw all into this file; or NULL */
} diff_samples_options;

/* List the routines whose share of the time has changed, or all of them, or
   draw the shares.  Return the exit status. */
int diff_samples(char *const names[2], const diff_samples_options *o);

#endif
