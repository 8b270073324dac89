/* What has become of a program as a whole, in words.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_OUTCOME_H
#define APROF_COMPARE_OUTCOME_H

#include "compare/changes.h"

/* Return what is said where no routine has changed by itself: that the program
   costs more or less all the same, or that nothing has changed.  little:
   changes of less than a thousandth of the cost were left out.  The caller
   frees it. */
char *outcome_without_causes(const matching *m, const change_list *list,
                             bool little);

#endif
