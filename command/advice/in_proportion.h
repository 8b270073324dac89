/* Runs whose costs, as a whole, grow no faster than n log n of what they differ in.

   Where the points of single routines tell nothing, such as in a program that makes
   its data from a number, the runs may tell that the whole is in proportion to what
   the program reads from outside, or to that number.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_IN_PROPORTION_H
#define APROF_ADVICE_IN_PROPORTION_H

#include "profile/model.h"

/* Return what to say of it: a sentence for people, which the caller frees.  NULL: the
   runs do not show it. */
char *in_proportion_note(const model *m);

#endif
