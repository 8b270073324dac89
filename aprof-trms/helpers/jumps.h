/* What instrumented code calls at jumps: where a routine is entered that is not
   expected, in PLT stubs and the lazy resolver, and at indirect jumps that may
   do more than stay in their routine.  `guest` is the guest state, and `sp` the
   stack pointer after the instruction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HELPERS_JUMPS_H
#define HELPERS_JUMPS_H

#include "callgraph/shadow_stack.h"

/* The entry of a routine that is not the expected one.  `difference` is the
   exclusive or of the addresses of the two. */
void helpers_entry(UChar *guest, UWord difference);
/* The code of a hidden routine is executed, while a routine is expected. */
void helpers_in_hidden(UChar *guest);
/* The jump of a PLT stub. */
void helpers_stub_jump(UChar *guest, Addr target);
/* PLT0 begins. */
void helpers_resolver(UChar *guest, Addr sp);
/* The resolver goes on after a call of the resolved routine. */
void helpers_resolver_goes_on(UChar *guest, Addr sp);
/* An indirect jump while no routine is expected. */
void helpers_indirect_jump(UChar *guest, Addr target);
/* An indirect jump leaves the file that the code is from.  If that is a tail
   call of a routine without a symbol, then nothing else will tell; longjmp
   lands where the activation has already taken some stack. */
void helpers_jump_out(UChar *guest, Addr target);

#endif
