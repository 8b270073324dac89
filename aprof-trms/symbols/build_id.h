/* The two things that the tool reads from ELF files itself, since Valgrind's
   public interface does not tell them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_ELF_H
#define AP_ELF_H

#include "base/base.h"

/* The GNU build id in hexadecimal, or ""; the caller frees it.  A file that
   can't be read or is no ELF file has none. */
HChar *ap_elf_build_id(const HChar *file);

/* Is this the beginning of an ELF file, as it is mapped?  (The program's files
   are not to be opened: where a process closes one, all of its locks on that
   file are gone.) */
Bool ap_is_elf(Addr content);

#endif
