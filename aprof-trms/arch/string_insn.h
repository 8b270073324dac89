/* Repeated string instructions that fill or copy memory, and their state.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_STRING_INSN_H
#define ARCH_STRING_INSN_H

#include "arch/guest_layout.h"

typedef struct {
   /* The instruction. */
   UInt size;           /* bytes that one iteration writes */
   Bool copies;         /* it copies memory; False: it fills memory */
   /* The guest's registers before an iteration. */
   Addr to, from;       /* `from` only if it copies */
   ULong value;         /* what it fills memory with */
   ULong count;         /* iterations that are left */
} StringInsn;

/* Is the instruction a repeated string instruction that fills or copies memory?
   If so, then set the size and the kind. */
Bool string_insn_decode(Addr insn, UInt length, StringInsn *s);

/* Set the registers' values from the guest state, for an instruction whose size
   and kind are known.  Return False if the instruction goes down in memory. */
Bool string_insn_read_state(const void *guest, StringInsn *s);

/* Set the guest state to what it is after n iterations from the state `s`. */
void string_insn_advance(void *guest, const StringInsn *s, ULong n);

/* Return the offset of the iteration count in the guest state. */
Int string_insn_count_offset(void);

/* Call `effect` for each part of the guest state that a helper accesses which
   calls string_insn_read_state and string_insn_advance. */
void string_insn_effects(IRDirty *d, GuestLayoutEffect *effect);

#endif
