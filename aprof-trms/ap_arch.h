/* What the tool must know of the guest's instruction set and of the system
   call interface, behind one interface for all architectures.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_ARCH_H
#define AP_ARCH_H

#include "ap_base.h"

/* The parts of a procedure linkage table. */
typedef enum {
   PLT_NONE,
   PLT_STUB,   /* the indirect jump through a table slot, or what leads to it */
   PLT_INDEX,  /* pushes the slot's index and jumps to the head */
   PLT_HEAD    /* PLT0: pushes the object, jumps to the lazy resolver */
} ApPltPart;

/* What part of a procedure linkage table begins at this address.  Only for
   code without a symbol: what has one is a routine.  Reads client memory,
   after a check that it is mapped. */
ApPltPart ap_arch_plt_part(Addr code);

/* The table slot that the stub at this address jumps through; NULL: it is
   none. */
const Addr *ap_arch_plt_slot(Addr code);

/* Is the instruction a direct jump, conditional or not? */
Bool ap_arch_is_jump(Addr insn, UInt length);

/* Is the instruction a string operation with a repeat prefix? */
Bool ap_arch_is_repeated(Addr insn, UInt length);

/* The guest's registers that are written in parts: integer ones, and halves of
   vectors.  The number of the one that these bytes of the guest state lie in,
   or -1. */
enum { AP_REGISTERS = 48 };
Int ap_arch_register(Int offset, Int size);
Int ap_arch_register_start(Int number);
Int ap_arch_register_size(Int number);       /* 8 or 16 */

/* Bytes between the stack pointer at a routine's entry and after its return:
   what the call has pushed. */
#define AP_RETURN_SLOT sizeof(Addr)

#endif
