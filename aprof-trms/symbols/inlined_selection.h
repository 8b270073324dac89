/* Which routines have their inlined calls measured: --inline, --include,
   --exclude and --toggle-collect.

     --inline=own   routines of the program's own sources, of which an inlined
                    call has a loop that is in no other call that is measured,
                    or that --include names
     --inline=all   all routines
     --inline=no    none; nothing is read

   Own sources do not lie in the folders of the system's headers and libraries,
   and an object in the system's folder for libraries has none.  --exclude takes
   routines out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_SELECTION_H
#define SYMBOLS_INLINED_SELECTION_H

#include "symbols/inlined_callees.h"

/* The host-th host that is read has an inlined call of the callee.  If that is
   to be measured, and is not yet selected, then select it: it has a routine
   from now on. */
void inlined_selection_see(InlinedCallee *f, UInt host);

/* Are calls of the callee measured if one has a loop? */
Bool inlined_selection_takes(InlinedCallee *f);

#endif
