/* Entries of DWARF debug information, versions 2 to 5, as far as they are about
   routines, their parameters and types, and inlined calls: Valgrind has no
   public function for the names of parameters, and tells of an inlined call
   only the bare name of its routine and a line.

   The reader has no memory of its own; texts are parts of the sections; every
   access is checked: debug information that is cut or damaged gives no entry.
   Not read: type units, .dwo files, and the supplementary files of dwz; what
   refers there is as if it were not there.

   Source: DWARF Debugging Information Format, version 5, chapters 2, 3, 5, 7.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_DWARF_H
#define ELF_DWARF_H

#include "elf/dwarf_data.h"

/* Read the entry at this offset of .debug_info.  d->unit is then its unit.
   False: there is none. */
Bool dwarf_entry(Dwarf *d, ULong offset, DwarfEntry *e);

/* Read the own entry of the unit at *start, and set *start to the next one.  A
   unit that can't be read is left out.  False: there are no more. */
Bool dwarf_next_unit(Dwarf *d, ULong *start, DwarfEntry *own);

/* Do the abbreviations have entries of units whose other entries are in a .dwo
   file? */
Bool dwarf_has_skeletons(const Dwarf *d);

/* Is it a code of DW_AT_language for C++? */
Bool dwarf_is_c_plus_plus(ULong language);

/* A source file, in two parts.  dir: "": not known, or that of the unit. */
typedef struct {
   const HChar *dir, *name;
} DwarfFile;

/* Find the file of this number of d->unit.  False: it is not known. */
Bool dwarf_file(const Dwarf *d, ULong number, DwarfFile *f);

/* Call `each` with the ranges of addresses of an entry of d->unit. */
void dwarf_each_range(const Dwarf *d, const DwarfEntry *e,
                      void (*each)(ULong low, ULong high, void *opaque),
                      void *opaque);

/* Step from an entry to the next one of d->unit, its child if it has any, in
   the order of the file.  *depth: how many entries the next one lies in, 0 for
   the unit's own.  False: there are no more. */
Bool dwarf_step(Dwarf *d, DwarfEntry *e, UInt *depth);

/* A place in a walk through a unit: an entry, of which little is read. */
typedef struct {
   ULong offset, next;          /* as in DwarfEntry */
   UInt tag;
   Bool has_children, has_code; /* has_code: an address or ranges */
   UInt depth;                  /* as in dwarf_step */
} DwarfWalk;

/* Begin a walk at the own entry of d->unit, whose `next` is this. */
static inline DwarfWalk dwarf_walk_begin(const DwarfEntry *own)
{
   return (DwarfWalk){ .offset = own->offset, .next = own->next,
                       .tag = own->tag, .has_children = own->has_children };
}

/* Step to the next entry of d->unit, its child if it has any.  Entries in an
   inlined call or a call are left out where the call says how long they are:
   they are copies of those of its routine, and hold no routine and no type.
   False: there are no more. */
Bool dwarf_walk(Dwarf *d, DwarfWalk *w);

/* Find the subprogram whose code begins at this address of the file.  False:
   there is none. */
Bool dwarf_subprogram(Dwarf *d, ULong address, DwarfEntry *e);

/* Step through the children of `parent`, which must be the unit's own entry or
   one with few descendants: set *child to the first one, if *child is `parent`,
   or to the next one.  False: there are no more. */
Bool dwarf_next_child(Dwarf *d, const DwarfEntry *parent, DwarfEntry *child);

#endif
