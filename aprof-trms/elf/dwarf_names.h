/* The whole names of routines: with scope and parameters, as the names of
   symbols are when they are demangled.

   A routine that is inlined everywhere has no symbol.  Its name is made of what
   the debug information says, so that it is that of the symbol which another
   build has: "Store::has(int) const", "int (anonymous namespace)::sum<int>(int
   const*)".  Where C++ mangles what the debug information does not say, the
   name differs from the symbol's: types that depend on the arguments of a
   template, values of template arguments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_DWARF_NAMES_H
#define ELF_DWARF_NAMES_H

#include "elf/dwarf.h"

typedef struct _DwarfNames DwarfNames;

/* Return a new maker of names of what `d` reads; both live as long as the
   tool. */
DwarfNames *dwarf_names_new(Dwarf *d);

/* Walk through d->unit, whose own entry is `own` and whose names nothing has
   asked for yet.  Call `each` with each subprogram that has code, without its
   texts.  What names need of the unit is learnt at the same time. */
void dwarf_names_walk(DwarfNames *n, const DwarfEntry *own,
                      void (*each)(const DwarfEntry *subprogram, void *opaque),
                      void *opaque);

/* Return the whole name of the routine whose entry is at this offset and refers
   to no other entry: a new text, or NULL, if a part of it is not known.  In C
   that is its bare name; in other languages but C++ it is not known. */
HChar *dwarf_names_routine(DwarfNames *n, ULong entry);

#endif
