/* What the tool must know of the guest's instruction set and of the system
   call interface, behind one interface for all architectures.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_ARCH_H
#define AP_ARCH_H

#include "arch/calls.h"

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

/* Does the instruction load several elements from places of their own, of which
   VEX loads those that it is not to load from where the stack pointer is? */
Bool ap_arch_gathers(Addr insn, UInt length);

/* Is the instruction a string operation with a repeat prefix? */
Bool ap_arch_is_repeated(Addr insn, UInt length);

/* A string instruction that fills or copies memory, repeated. */
typedef struct {
   UInt size;           /* of what one iteration writes, in bytes */
   Bool copies;
   /* Its state before an iteration. */
   Addr to, from;
   ULong value;         /* what it fills with */
   ULong count;         /* of iterations that are left */
} ApString;

/* Is the instruction such a one?  Its size and kind. */
Bool ap_arch_string(Addr insn, UInt length, ApString *s);
/* What stands in the guest state before the next iteration of an instruction of
   this size and kind.  False: it goes down in memory. */
Bool ap_arch_string_state(const void *guest, ApString *s);
/* What stands there after n iterations from this state. */
void ap_arch_string_advance(void *guest, const ApString *s, ULong n);
/* Where the count is in the guest state; and what a helper does to that which
   calls both functions above. */
Int ap_arch_string_count(void);
void ap_arch_string_effects(IRDirty *d);

/* Will code at this address overwrite all status flags before it looks at any?
   False where that is not certain. */
Bool ap_arch_flags_are_overwritten(Addr code);
/* Are any of these bytes of the guest state part of the flags? */
Bool ap_arch_is_flags(Int offset, Int size);
/* Or of the instruction pointer? */
Bool ap_arch_is_pointer(Int offset, Int size);

/* Does the system call that is about to be made set up a handler for faults, by
   what stands in the guest state? */
Bool ap_arch_handles_faults(const void *guest);
/* All code is what an exit of kind Ijk_InvalICache is about. */
void ap_arch_discard_all(void *guest);
/* The same of a thread that is about to run. */
void ap_arch_discard_all_of(ThreadId tid);
/* What a helper does to the guest state which asks the one and does the
   other. */
void ap_arch_syscall_effects(IRDirty *d);

/* Is the system call that is about to be made an mmap of at most `largest` bytes,
   which may lie anywhere?  Then where it would best lie stands here in the guest
   state; else NULL. */
Addr *ap_arch_mmap_hint(void *guest, SizeT largest);
/* The place of that, and what a helper does to the guest state which calls this
   and changes it. */
Int ap_arch_mmap_hint_offset(void);
void ap_arch_mmap_effects(IRDirty *d);

/* Where the guest state says how many superblocks are left of the thread's turn,
   as a UInt. */
Int ap_arch_event_counter(void);

/* The guest's registers that are written in parts: integer ones, and halves of
   vectors.  The number of the one that these bytes of the guest state lie in,
   or -1. */
enum { AP_REGISTERS = 48 };
Int ap_arch_register(Int offset, Int size);
Int ap_arch_register_start(Int number);
Int ap_arch_register_size(Int number);       /* 8 or 16 */

/* By how many bytes the instruction moves the stack pointer up, if it pops or
   adds a constant to it; else 0. */
Long ap_arch_moves_stack(Addr insn, UInt length);

#endif
