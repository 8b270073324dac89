/* Which routine begins at an address of the code that is mapped now.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_CODE_ENTRIES_H
#define SYMBOLS_CODE_ENTRIES_H

#include "symbols/routine.h"

/* The routine is known to begin there. */
void code_entries_add(Addr entry, Routine *r);

/* Return the routine that is known to begin there, or NULL. */
Routine *code_entries_find(Addr entry);

/* Return the lowest address above `code` at which a routine that is known so
   far begins; 0: there is none. */
Addr code_entries_next(Addr code);

/* The code in this range is discarded. */
void code_entries_discard(Addr start, SizeT length);

#endif
