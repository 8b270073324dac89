/* The routines of an interpreter through which one routine of a script calls
   the next.  All calls of the script go through them, so that with rows of their
   own they would hide which of its routines calls which; as with --exclude their
   callers are charged for them.  Only if the interpreter names the routines of
   the script: else these are what there is to be seen.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_SCRIPT_CALLS_H
#define SYMBOLS_SCRIPT_CALLS_H

#include "base/base.h"

/* Is the routine, by its symbol and the name of its file, one of these? */
Bool script_calls_have(const HChar *routine, const HChar *object);

/* Is the file Python's, and does it name the routines of the script? */
Bool script_calls_of_python(const HChar *object);

#endif
