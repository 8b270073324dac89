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

/* Return the growth of each row; the caller frees the array.  Routines are
   found by their name and the name of their file.  A note on stderr says if
   none is found, or if the builds differ. */
prof_growth *prof_growth_find(const sample_table *t, const samples *s,
                              const model *profile, unsigned long scale);

#endif
