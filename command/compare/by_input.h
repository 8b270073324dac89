/* Routines that cost more or less because each call reads more or less.

   Costs at equal sizes do not show them: a look-up that walks a shorter chain
   reads less, and costs the same for what it reads.  But its callers read what
   it reads.  Their costs at equal sizes change, in a direction of their own, as
   their sizes now mean something else.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_BY_INPUT_H
#define APROF_COMPARE_BY_INPUT_H

#include "compare/causes.h"

/* Set the status of the program's routines that are called as often as before
   for the same input of the program, and whose own cost holds a part of the
   difference because each call reads another amount, if a routine that has
   changed calls them, directly or not. */
void by_input_find(change_search *s);

#endif
