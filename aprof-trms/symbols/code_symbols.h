/* The symbol that covers a code address: of a file, as Valgrind knows it, or of
   the map of generated code.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_CODE_SYMBOLS_H
#define SYMBOLS_CODE_SYMBOLS_H

#include "base/base.h"
#include "pub_tool_debuginfo.h"

/* Return the name of the symbol that covers `code`, or NULL if there is none:
   the first *length bytes of a text that Valgrind keeps until the next such
   call.  *start is the symbol's address. */
const HChar *code_symbol_at(Addr code, Addr *start, SizeT *length);

/* Does a symbol cover the address?  If so, then *start is the symbol's
   address.  (This is faster than code_symbol_at.) */
Bool code_symbol_covers(Addr code, Addr *start);

/* Return where the code of the symbol at this address ends, or `symbol`: there
   is none at it. */
Addr code_symbol_end(Addr symbol);

/* Is the symbol at this address that of a part of another routine: f.cold, or
   f.part.N? */
Bool code_symbol_is_part(Addr symbol);

/* Return how far `code` lies above the code that Valgrind knows, of a file that
   is mapped more than once. */
Addr code_symbol_distance(Addr code);

/* Return what Valgrind knows of the file of this name, or NULL. */
const DebugInfo *code_symbol_info(const HChar *name);

#endif
