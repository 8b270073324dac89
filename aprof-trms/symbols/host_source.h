/* The source of a routine's own instructions, without those of inlined calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_HOST_SOURCE_H
#define SYMBOLS_HOST_SOURCE_H

#include "elf/source_names.h"

/* The instruction at the entry of a routine may be that of an inlined call.
   Return the first instruction behind the entry that is not, so that its source
   file is the routine's; or the entry, if there is none nearby. */
Addr host_source_first(Addr entry);

/* Return the lines of the routine's own instructions, from its entry on. */
SourceLines host_source_lines(Addr entry);

#endif
