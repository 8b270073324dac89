/* The DWARF sections of a file, or of the file that has its debug information.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_DEBUG_SECTIONS_H
#define ELF_DEBUG_SECTIONS_H

#include "elf/dwarf.h"

/* Read the sections of an ELF file.  If it has none, then of the file that has
   its debug information (elf_file_open_debug).  What is not asked for is not
   read, and takes no memory.
   Return a new reader, for debug_sections_free; NULL: *reason says why there is
   none. */
Dwarf *debug_sections_read(const HChar *file, const HChar *build_id,
                           const HChar **reason);
/* Has the file itself debug information that can be read? */
Bool debug_sections_are_readable(const HChar *file);
void debug_sections_free(Dwarf *d);
/* If much was read, then give its memory back: it is read again where it is
   needed.  Texts are no longer valid. */
void debug_sections_trim(Dwarf *d);
/* The same, however little was read. */
void debug_sections_forget(Dwarf *d);

#endif
