/* Code that the program has generated, and that its map names (perf_map.h).  A
   symbol of a file goes before the map, which may have lines of code that is no
   longer there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_GENERATED_CODE_H
#define SYMBOLS_GENERATED_CODE_H

#include "symbols/perf_map.h"

/* Return the entry of the map that begins at the address and names it, or NULL:
   there is none, or the code is that of a file. */
const PerfMapEntry *generated_code_at(Addr entry);

/* Call this before the symbols of an address are asked for whose code may be
   new: the map is read. */
void generated_code_refresh(Addr code);

/* Does the name of the code come from the map? */
Bool generated_code_covers(Addr code);
/* Is it the code of a script's routine that an interpreter executes? */
Bool generated_code_is_interpreted(Addr code);

#endif
