/* Two profiles of different programs: what diff says of them is no change.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_OTHER_PROGRAM_H
#define APROF_COMPARE_OTHER_PROGRAM_H

#include "compare/match.h"

/* Warn if the programs have different names and share next to none of the cost
   of their own routines. */
void other_program_warn(const matching *m);

#endif
