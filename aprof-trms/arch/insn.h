/* Kinds of instructions that VEX's translation does not show.

   The functions decode the instruction at the address `insn`, of `length`
   bytes.  The memory must be readable.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_INSN_H
#define ARCH_INSN_H

#include "base/base.h"

/* Return the length of the instruction, or 0 if the decoder does not know it.
   `most` bytes may be read. */
UInt insn_length(Addr insn, UInt most);

/* Is the instruction a jump to an address that it contains, conditional or not?
   If so, then set the address. */
Bool insn_jump_target(Addr insn, UInt length, Addr *target);

/* The same for a call. */
Bool insn_call_target(Addr insn, UInt length, Addr *target);

/* Return the number that the instruction loads or stores: a constant, or the sum of
   the instruction's own address and a constant; 0: it has none.  *is_place: what is
   loaded lies there, as in a table of addresses (GOT). */
Addr insn_constant(Addr insn, UInt length, Bool *is_place);

/* Is the instruction a call? */
Bool insn_is_call(Addr insn, UInt length);

/* Does the instruction only fill the room before an aligned address? */
Bool insn_is_filler(Addr insn, UInt length);

/* Is the instruction a jump to an address that it does not contain?  (Calls and
   returns are none.) */
Bool insn_is_indirect_jump(Addr insn, UInt length);

/* Is the next instruction never executed after this one: a return, or a jump
   without a condition? */
Bool insn_never_goes_on(Addr insn, UInt length);

/* Does the instruction stand at the end of a routine: does it give a register
   that belongs to the caller its value back from the stack, or move the stack
   pointer? */
Bool insn_is_epilogue(Addr insn, UInt length);

/* Is the instruction a return? */
Bool insn_is_return(Addr insn, UInt length);

/* Is the instruction a jump, conditional or not? */
Bool insn_is_jump(Addr insn, UInt length);

/* Does the instruction gather: does it load several elements, each from an
   address of its own, if a mask selects the element?  For an element that is
   not selected VEX loads from the stack pointer's address instead. */
Bool insn_gathers(Addr insn, UInt length);

/* Is the instruction a string instruction with a repeat prefix? */
Bool insn_is_repeated(Addr insn, UInt length);

#endif
