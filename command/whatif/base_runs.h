/* The runs of a program as it is, which the others are compared with.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_BASE_RUNS_H
#define APROF_WHATIF_BASE_RUNS_H

#include "whatif/series_run.h"

/* Run the program as it is, which makes the series and tells what is worth a
   run.  *longest: its seconds.  Return false after one line on stderr. */
bool base_runs_first(series_work *w, char *const *command, double *longest);

/* Run the program once more, and at other quanta.  With one thread all quanta
   are the same.  Return false after one line on stderr. */
bool base_runs_again(series_work *w, double longest);

#endif
