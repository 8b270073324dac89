/* The runs of a series: at first the program as it is, which says which
   routines are worth a look; then once for each of them and each percentage.
   The file of the series is written after each run, so that a series that was
   killed can be resumed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_MEASURE_H
#define APROF_WHATIF_MEASURE_H

#include "whatif/measure_plan.h"

typedef enum {
   MEASURE_FAILED,                    /* no base run, no file, or a signal */
   MEASURE_PARTLY,                    /* something of `what` has not run, or a
                                         run has failed */
   MEASURE_DONE
} measure_result;

/* Measure the series of a program, NULL at the end; or, if `command` is NULL,
   what is missing in the series.  *series has the options of the tool; another
   one may be put in its place.  Errors are one line on stderr each. */
measure_result measure_series(whatif **series, const measure_plan *plan,
                              char *const *command);

#endif
