/* The DWARF sections of a file, or of the file that has its debug information.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_DEBUG_SECTIONS_H
#define SYMBOLS_DEBUG_SECTIONS_H

#include "symbols/dwarf.h"

/* Read the sections of an ELF file.  If it has none, then of the file that has
   its debug information (elf_file_open_debug).
   Return a new reader, for debug_sections_free; NULL: *reason says why there is
   none. */
Dwarf *debug_sections_read(const HChar *file, const HChar *build_id,
                           const HChar **reason);
/* The same with the abbreviations alone. */
Dwarf *debug_sections_abbreviations(const HChar *file, const HChar *build_id);
void debug_sections_free(Dwarf *d);

#endif
