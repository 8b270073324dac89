/* Symbols of code that Valgrind's reader leaves out: those without a size, and
   those without a type.  Assembler code has them where its source has no .size
   or no .type.  Nothing says where such a routine ends, or whether a symbol
   without a type is a routine or a label in one.  So a bare symbol covers only
   its own address: it names the routine that a call there activates.

   Names that begin with a dot or a dollar sign mark places for tools and are no
   names of routines (.annobin_*, $x).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_BARE_SYMBOLS_H
#define ELF_BARE_SYMBOLS_H

#include "base/base.h"

/* The bare symbols of a file. */
typedef struct _BareSymbols BareSymbols;

/* Read the symbols of an ELF file, or of the file that has its debug
   information.  is_all: Valgrind has read none of the file, so those with type
   and size are missing as well.  The names stay in the file.  Never NULL; lives
   as long as the tool.  file: not copied. */
BareSymbols *bare_symbols_read(const HChar *file, const HChar *build_id,
                               Bool is_all);

/* Is there a symbol for code at this place in the file that begins a routine,
   even where no call leads: one with a type, or one that other files know? */
Bool bare_symbols_begin_routine(const BareSymbols *b, ULong offset);

/* Return the name of the symbol at this place in the file, or NULL; the caller
   frees it. */
HChar *bare_symbols_name(const BareSymbols *b, ULong offset);

#endif
