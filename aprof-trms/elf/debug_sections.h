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
/* Where a file's debug information is: in the file, or in the one that has it,
   in a form that can be read, or in one that only Valgrind reads; nowhere; or
   the file can't be read. */
typedef enum {
   DEBUG_READABLE, DEBUG_UNREADABLE, DEBUG_NONE, DEBUG_UNKNOWN
} DebugSections;

DebugSections debug_sections_find(const HChar *file);
void debug_sections_free(Dwarf *d);
/* If much was read, then give its memory back: it is read again where it is
   needed.  Texts are no longer valid. */
void debug_sections_trim(Dwarf *d);
/* The same, however little was read. */
void debug_sections_forget(Dwarf *d);

#endif
