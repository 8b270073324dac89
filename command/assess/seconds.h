/* The growth of the routines in a table of samples, from a profile of the same
   program.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SECONDS_H
#define APROF_ASSESS_SECONDS_H

#include "assess/predict.h"
#include "samples/table.h"

#define SECONDS_NONE SIZE_MAX

typedef struct {
   size_t routine;                    /* its index in the profile, or
                                         SECONDS_NONE */
   bool known;                        /* the profile has the routine, and allows
                                         a prediction */
   self_prediction p;
   double slower;                     /* how much longer a step may take, by the
                                         caches that the data leave; 1: they
                                         leave none */
} seconds_growth;

/* The time with larger inputs, in the unit of `time`, the row's time.  The
   range has the 95 % intervals of the curve and of the samples.  Beyond these,
   a step may take from 1 / SECONDS_STEP to SECONDS_STEP times as long as now, and
   longer by what the memory's ladder says: bench/predict checks that. */
#define SECONDS_STEP 1.5

typedef struct {
   double time, low, high;
} seconds_then;

seconds_then seconds_then_of(const seconds_growth *g, const table_row *row,
                             double time);

/* Return the growth of each row; the caller frees the array.  Routines are
   found by their name and the name of their file.  A note on stderr says if
   none is found, or if the builds differ. */
seconds_growth *seconds_find(const sample_table *t, const samples *s,
                             const model *profile, unsigned long scale);

#endif
