/* The DWARF sections of a file, or of the file that has its debug information.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_DEBUG_SECTIONS_H
#define ELF_DEBUG_SECTIONS_H

#include "elf/dwarf.h"

/* Where a file's debug information is: in the file, or in the one that has it,
   in a form that can be read; compressed in one that only Valgrind reads;
   damaged, or too large for the memory that there is; nowhere; or the file
   can't be read. */
typedef enum {
   DEBUG_READABLE, DEBUG_COMPRESSED, DEBUG_DAMAGED, DEBUG_NONE, DEBUG_UNKNOWN
} DebugSections;

/* Without a look at compressed data. */
DebugSections debug_sections_find(const HChar *file);
/* Return the reason in words, if it is not DEBUG_READABLE. */
const HChar *debug_sections_reason(DebugSections found);

/* Read the sections of an ELF file.  If it has none, then of the file that has
   its debug information (elf_file_open_debug).  What is not asked for is not
   read, and takes no memory; but all of a compressed section is inflated once,
   unless `inflate` is False: then it can't be read.
   Return a new reader, for debug_sections_free; NULL: *found says why there is
   none. */
Dwarf *debug_sections_read(const HChar *file, const HChar *build_id,
                           Bool inflate, DebugSections *found);
void debug_sections_free(Dwarf *d);
/* If much was read, then give its memory back, and that of other readers too if
   much of compressed sections is kept: it is read again where it is needed.
   Texts, of whatever reader, are no longer valid. */
void debug_sections_trim(Dwarf *d);
/* The same, however little was read. */
void debug_sections_forget(Dwarf *d);

#endif
