/* What instrumented code calls at returns and at loads of the stack pointer,
   which end activations, too.  `guest` is the guest state, and `sp` the stack
   pointer after the instruction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HELPERS_RETURNS_H
#define HELPERS_RETURNS_H

#include "callgraph/shadow_stack.h"

/* A return to `target`. */
void helpers_return(UChar *guest, Addr sp, Addr target);
/* The instruction at `insn` has loaded the stack pointer, which was `old`. */
void helpers_stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn);
/* The resolver of this name returns (symbols/resolved_names.h). */
void helpers_resolver_returns(const HChar *name);

#endif
