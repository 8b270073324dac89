/* The runs that tell how far the growth of a routine may be another than its
   verdict says: once with the least and once with the greatest factor.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_BOUND_RUNS_H
#define APROF_WHATIF_BOUND_RUNS_H

#include "whatif/series_run.h"

/* Run the program for both bounds of each routine that has a point and an
   interval that is not known yet.  The file of the series is written after each
   run.  longest: seconds of a base run. */
void bound_runs(series_work *w, double longest);

/* Return whether the bounds of a growth were to be measured and are not. */
bool bound_runs_missing(const whatif_growth *g);

#endif
