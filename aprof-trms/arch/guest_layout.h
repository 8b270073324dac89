/* The places of the processor's registers in Valgrind's guest state.

   A place is an offset in bytes from the beginning of the guest state.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_GUEST_LAYOUT_H
#define ARCH_GUEST_LAYOUT_H

#include "base/base.h"

/* Declares that the helper which `d` calls accesses `size` bytes of the guest
   state at `offset`.  emit_effect (ir/emit.h) is such a function. */
typedef void GuestLayoutEffect(IRDirty *d, IREffect fx, Int offset, Int size);

/* Does the range overlap the status flags? */
Bool guest_layout_is_flags(Int offset, Int size);
/* Does the range overlap the instruction pointer? */
Bool guest_layout_is_ip(Int offset, Int size);

/* Registers that programs write in parts: integer registers, and halves of
   vector registers.  They are numbered from 0 to GUEST_LAYOUT_REGISTERS - 1. */
enum { GUEST_LAYOUT_REGISTERS = 48 };

/* Return the number of the register that the whole range lies in, or -1. */
Int guest_layout_register(Int offset, Int size);
/* Return the register's offset, and its size: 8 or 16. */
Int guest_layout_register_start(Int number);
Int guest_layout_register_size(Int number);

/* Copy all that the program's own code can change, and see, of a guest state to
   another one. */
void guest_layout_copy_registers(void *to, const void *from);
/* Are two the same there; or but for one integer register that is not the stack
   pointer, and the flags? */
typedef enum {
   GUEST_LAYOUT_SAME, GUEST_LAYOUT_ONE_DIFFERS, GUEST_LAYOUT_DIFFER
} GuestLayoutDifference;
GuestLayoutDifference guest_layout_compare(const void *a, const void *b);

/* Return the offset of the event counter: a UInt, the number of superblocks
   that are left of the thread's time slice. */
Int guest_layout_event_counter(void);

/* Set the range of code that an exit of kind Ijk_InvalICache discards to all
   code: in this guest state, or in the state of a thread that is about to run
   client code. */
void guest_layout_discard_all(void *guest);
void guest_layout_discard_all_of(ThreadId tid);
/* The same, of a range of code. */
void guest_layout_discard_of(ThreadId tid, Addr start, SizeT length);

#endif
