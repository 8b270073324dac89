/* The runs of a series: at first the program as it is, which says which
   routines are worth a look; then once for each of them and each percentage.
   The file of the series is written after each run, so that a series that was
   killed can be resumed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_MEASURE_H
#define APROF_WHATIF_MEASURE_H

#include "cli/options.h"
#include "whatif/whatif.h"

enum { MEASURE_MOST_STEPS = 20, MEASURE_MOST_PARTS = 64,
       MEASURE_MOST_QUANTA = 5 };

/* What is to be measured, and how. */
typedef struct {
   const char *file;                  /* of the series */
   option_list what;                  /* parts; none: the `top` routines */
   option_list progress;              /* the progress points that are named */
   bool end_to_end;                   /* no progress point is measured */
   unsigned long top;
   unsigned percents[MEASURE_MOST_STEPS];
   size_t percent_count;
   unsigned long at_once;             /* runs side by side */
   unsigned long quanta;              /* 1 to MEASURE_MOST_QUANTA */
   const char *settings[WHATIF_SETTINGS];   /* NULL: the tool's own */
} measure_plan;

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
