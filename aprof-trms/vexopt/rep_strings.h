/* Repeated string instructions, many iterations at once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_STRINGS_H
#define AP_STRINGS_H

#include "ir/emit.h"

/* Set the functions that measure a read and a write of n bytes at a.  To be
   called before any code is translated. */
void rep_strings_init(void (*read)(Addr a, SizeT n),
                      void (*write)(Addr a, SizeT n));

/* To be emitted before anything of the superblock's first instruction, if that
   fills or copies memory; other instructions need nothing. */
void ap_string_start(ApEmit *e, Addr insn, UInt length);

#endif
