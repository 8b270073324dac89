/* Calls between routines of a script, in an interpreter without symbols.

   What script_calls.h knows by name is found by what a stripped Python exports.
   A function and a method of the script hold the address of the routine that
   calls them, and the exported routines that make them put it there.  Where the
   code of the one for functions jumps to is a part of the call, too.  The routine
   that calls the script's code, as the map names it, hands it the interpreter's
   loop, which is exported: no other routine without a name has its address.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_UNNAMED_SCRIPT_CALLS_H
#define SYMBOLS_UNNAMED_SCRIPT_CALLS_H

#include "symbols/code_objects.h"

/* Is the routine without a symbol that begins at `entry`, in code of the object,
   one of these? */
Bool unnamed_script_calls_have(CodeObject *object, Addr entry);

#endif
