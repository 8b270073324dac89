/* Routines of libraries, of which the caller is what people look for: a standard
   library and a language's runtime, also where they are a part of the program.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_LIBRARY_ROUTINES_H
#define SYMBOLS_LIBRARY_ROUTINES_H

#include "symbols/routine.h"

/* Is it code of a system's library, of a header of one, or of a runtime?  Where
   the source is not known, the name tells.  (command/names/library_code.h has
   more rules: it reads what this has written.) */
Bool library_routines_has(Routine *r);

#endif
