/* How instructions move the stack pointer.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_STACK_INSN_H
#define ARCH_STACK_INSN_H

#include "base/base.h"

/* Return the number of bytes by which the instruction moves the stack pointer
   up, if it pops a register, or adds a constant to the stack pointer.  Return 0
   for all other instructions. */
Long stack_insn_moves_by(Addr insn, UInt length);

#endif
