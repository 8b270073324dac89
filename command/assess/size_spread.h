/* How much the sizes of a part of a routine's calls differ.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SIZE_SPREAD_H
#define APROF_ASSESS_SIZE_SPREAD_H

#include "assess/assess.h"

/* Of some of a routine's calls only their number and the mean of their sizes
   are known.  Return the standard deviation that their sizes have at the least,
   if they are of one kind or of two, in turns: the routine's other calls have
   the sizes that are furthest from the mean. */
double size_spread_least(assessment *a, double mean, double calls);

/* Return whether nearly all of the routine's calls with half of the mean size
   or more are among those: then their sizes differ by what size_spread_least
   returns.  (What calls itself has many others.) */
bool size_spread_known(assessment *a, double mean, double calls);

/* Return the standard deviation of the sizes of `least` or more, as a part of
   their mean, if nearly all calls with such sizes are among those; at most 1,
   also where that is not known. */
double size_spread_part(assessment *a, double least, double calls);

#endif
