/* Which part of the difference of the total costs each change accounts for.

   The self costs of all routines add up to the total, so do their differences.
   The difference of a routine's self cost counts for its own row.  If it has no
   row, then it counts for the rows above it: for the callers that call it for
   more, or for less, as the costs of their calls differ.  What reaches no row
   is the rest.  Everything is an integer, and each unit of cost counts once:
   the parts and the rests add up to the difference of the totals.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_PARTS_H
#define APROF_COMPARE_PARTS_H

#include "compare/causes.h"

typedef __int128 parts_sum;

/* Return the part of each pair, an array that the caller frees: of a row its
   part of the difference, of another pair what is left of it as a rest.
   is_row: of each pair. */
parts_sum *parts_find(const change_search *s, const bool *is_row);

#endif
