/* What the tool reads from ELF files itself, since Valgrind has no public
   function for it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_BUILD_ID_H
#define ELF_BUILD_ID_H

#include "base/base.h"

/* Return the file's GNU build id in hexadecimal, or "" if the file has none,
   can't be read, or is no ELF file.  The caller frees the text. */
HChar *build_id_of_file(const HChar *file);

/* Does a mapped ELF file begin at the address?  (The program's files must not
   be opened for that: when a process closes a file, it loses all of its locks
   on the file.) */
Bool build_id_is_elf(Addr content);

#endif
