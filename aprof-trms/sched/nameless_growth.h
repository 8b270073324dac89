/* How code without a symbol grows.

   A profile names its routines by where they begin in the object (symbols/
   routines.h), as their calls tell.  Where virtual time is charged, no calls are
   followed: an instruction belongs to the last of these routines that begins at or
   before it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_NAMELESS_GROWTH_H
#define SCHED_NAMELESS_GROWTH_H

#include "pub_tool_basics.h"

/* Note a line of the file of --growth, if its routine is named by its place. */
void nameless_growth_note(const HChar *object, const HChar *routine, double factor);

/* Return the factor of an instruction that no symbol covers; 1 if there is none. */
double nameless_growth_at(Addr insn);

#endif
