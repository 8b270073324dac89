/* The routines that OCaml's compiler puts into a program to call a closure, such
   as `caml_apply2`.  All closures with as many arguments are called by the same
   one, so that with rows of their own they would hide which routine calls which:
   all that calls a closure would be in one recursion with all closures.  As with
   --exclude their callers are charged for them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_CLOSURE_CALLS_H
#define SYMBOLS_CLOSURE_CALLS_H

#include "base/base.h"

/* Is the routine, by its symbol and the name of its file, one of these? */
Bool closure_calls_have(const HChar *routine, const HChar *object);

#endif
