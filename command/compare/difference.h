/* The difference of the total costs of two profiles: which changes account for
   it, and which routines hold what they leave.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_DIFFERENCE_H
#define APROF_COMPARE_DIFFERENCE_H

#include "compare/causes.h"

/* Make causes of the changed routines that hold most of the difference where
   the causes so far leave much of it. */
void difference_cover(change_search *s);

/* Share out the difference: to the causes in the list, to routines without a
   row, to what the matching leaves out.  Sets the parts of the causes and all
   sums of the list. */
void difference_share_out(change_list *list, const change_search *s);

/* Return whether a part of a difference is left that matters.  least: smaller
   ones do not, whatever the difference. */
bool difference_is_much(double left, double difference, double least);

#endif
