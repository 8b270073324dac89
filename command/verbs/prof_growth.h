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
} prof_growth;

/* The time with larger inputs, with its 95 % interval: that of the curve, and
   that of the samples.  In the unit of `time`, the row's time. */
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
