/* How the calls of a routine differ between two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_OTHER_CALLS_H
#define APROF_COMPARE_OTHER_CALLS_H

#include "compare/match.h"

/* Return what is other than before in the calls of a pair, such as "is called
   less often, and reads more at each call": the number of its calls, and the
   mean of their inputs in cells.  The caller frees it. */
char *other_calls_words(const matching *m, size_t pair);

/* Is the input of a pair measured on this side?  That of allocators and
   collectors, and of what only these call, is not. */
bool other_calls_is_measured(const matching *m, size_t pair, int side);

/* Does a call of a pair read a cell or more on one side, rounded? */
bool other_calls_reads(const matching *m, size_t pair);

/* Return how often the old cost of all its outermost calls the new cost of a
   pair is; 0: one of the costs is 0. */
double other_calls_ratio(const matching *m, size_t pair);

#endif
