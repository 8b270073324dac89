/* Routines that only their own library can call.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INTERNAL_ROUTINES_H
#define SYMBOLS_INTERNAL_ROUTINES_H

#include "symbols/routine.h"

/* Does a shared library not export the routine?  In a program, which exports
   nothing: does its name begin with two underscores, which C keeps for its
   libraries?  (command/debuginfo/callers.h has the same rule.) */
Bool internal_routines_has(const Routine *r);

#endif
