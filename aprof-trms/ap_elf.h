/* The two things that the tool reads from ELF files itself, since Valgrind's
   public interface does not tell them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_ELF_H
#define AP_ELF_H

#include "ap_base.h"

/* The GNU build id in hexadecimal, or ""; the caller frees it.  A file that
   can't be read or is no ELF file has none. */
HChar *ap_elf_build_id(const HChar *file);

/* Does this file begin as an ELF file does?  False if it can't be read. */
Bool ap_is_elf(const HChar *file);

#endif
