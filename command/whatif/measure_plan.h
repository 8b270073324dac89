/* What a series is to measure, and how.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_MEASURE_PLAN_H
#define APROF_WHATIF_MEASURE_PLAN_H

#include "cli/options.h"
#include "whatif/whatif.h"

enum { MEASURE_MOST_STEPS = 20, MEASURE_MOST_PARTS = 64,
       MEASURE_MOST_QUANTA = 5 };

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

#endif
