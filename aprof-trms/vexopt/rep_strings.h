/* Repeated string instructions: many iterations at once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_REP_STRINGS_H
#define VEXOPT_REP_STRINGS_H

#include "ir/emit.h"

/* Set the functions that measure a read and a write of n bytes at a.  To be
   called before any code is translated. */
void rep_strings_init(void (*read)(Addr a, SizeT n),
                      void (*write)(Addr a, SizeT n));

/* If the instruction, the superblock's first one, fills or copies memory, then
   emit code that makes many iterations at once.  To be called before any other
   code of the instruction is emitted. */
void rep_strings_start(Emit *e, Addr insn, UInt length);

#endif
