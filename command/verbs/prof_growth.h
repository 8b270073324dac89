/* The growth of the routines in a table of samples, from a profile of the same
   program.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_PROF_GROWTH_H
#define APROF_VERBS_PROF_GROWTH_H

#include "assess/predict.h"
#include "samples/table.h"

typedef struct {
   bool known;                        /* the profile has the routine, and allows
                                         a prediction */
   self_prediction p;
   double slower;                     /* how much longer a step may take, by the
                                         caches that the data leave; 1: they
                                         leave none */
} prof_growth;

/* The time with larger inputs, in the unit of `time`, the row's time.  The
   range has the 95 % intervals of the curve and of the samples.  Beyond these,
   a step may take from 1 / PROF_STEP to PROF_STEP times as long as now, and
   longer by what the memory's ladder says: bench/predict checks that. */
#define PROF_STEP 1.5

typedef struct {
   double time, low, high;
} prof_then;

prof_then prof_growth_then(const prof_growth *g, const table_row *row,
                           double time);

/* Return the growth of each row; the caller frees the array.  Routines are
   found by their name and the name of their file.  A note on stderr says if
   none is found, or if the builds differ. */
prof_growth *prof_growth_find(const sample_table *t, const samples *s,
                              const model *profile, unsigned long scale);

#endif
