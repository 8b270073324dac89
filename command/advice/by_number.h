/* Routines whose work is a number of turns, not data: a loop up to a value in a
   register, such as a generator that is advanced to a position, or one that
   only writes, such as an array of marks that is cleared.  Their input always
   has the same few cells, so that neither their points nor what they read says
   how they grow.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_BY_NUMBER_H
#define APROF_ADVICE_BY_NUMBER_H

#include "assess/assess.h"

/* Return the routine whose loop makes the calls of such a routine, which may be
   far above it, or RANKED_NONE: `a` is none, or its calls and the work of each
   can't both be numbers of elements of the program's input, or it has a small
   part of program_cost. */
size_t by_number_caller(const assessment *a, double program_cost);

/* Return the routine that calls it, with most of its cost. */
size_t by_number_direct(const assessment *a);

/* Return the cost of each call, without callees. */
prof_sum by_number_each(const assessment *a);

#endif
