/* An activation that has nearly all of its routine's cost.

   A routine may be called for each token of its input, and have a loop over all
   that was there before only at the last one.  What it does is what this
   activation does: the others are no part of the loop.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_LONE_H
#define APROF_ASSESS_LONE_H

#include "assess/assess.h"

/* Return whether one activation has nearly all cost of the routine, or of its
   own cost if is_self, in a profile of one run, and set *size to the cells of
   its input. */
bool lone_find(assessment *a, bool is_self, double *size);

/* Set *point to the size, and the cost, of the dearest activation; false: the profile
   is of several runs, or has no activation. */
bool lone_dearest(assessment *a, prof_tuple *point);

#endif
