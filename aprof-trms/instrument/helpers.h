/* The dirty helpers that instrumented code calls.  Calls, returns and jumps
   take the tool's fields from the guest state, change the shadow stack, and
   give the fields back.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HELPERS_H
#define HELPERS_H

#include "callgraph/call_sites.h"
#include "callgraph/shadow_stack.h"

/* Calls, returns and jumps.  `guest` is the guest state, and `sp` the stack
   pointer after the instruction. */

/* A call.  `likely` is the edge, if the caller is the likely one. */
void helpers_call(UChar *guest, Addr sp, Edge *likely);
/* A call of `r` by any caller. */
void helpers_call_routine(UChar *guest, Addr sp, Routine *r);
/* A call of an allocator or a collector.  `edge` is the edge, if the caller is
   the likely one; its callee is called in any case. */
void helpers_call_zone(UChar *guest, Addr sp, Edge *edge);
/* A call whose target is not in the instruction; `site` is its inline cache. */
void helpers_call_indirect(UChar *guest, Addr sp, Addr target, CallSite *site);
/* A call of a PLT stub that will jump to the address in `slot`. */
void helpers_call_stub(UChar *guest, Addr sp, Addr stub, const Addr *slot,
                       CallSite *site);
/* A call of a PLT stub whose slot is not known. */
void helpers_call_unknown(UChar *guest, Addr sp, Addr stub);
/* A call by the code of a script's routine that an interpreter executes. */
void helpers_call_interpreter(UChar *guest, Addr sp, Addr target);
/* A return to `target`. */
void helpers_return(UChar *guest, Addr sp, Addr target);
/* The entry of a routine that is not the expected one.  `difference` is the
   exclusive or of the addresses of the two. */
void helpers_entry(UChar *guest, UWord difference);
/* A place where inlined calls may begin and end. */
void helpers_inlined(UChar *guest, InlinedPoint *p);
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
/* The instruction at `insn` has loaded the stack pointer, which was `old`. */
void helpers_stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn);

/* An access that is not checked inline. */
void helpers_read(Addr a, SizeT n);
void helpers_write(Addr a, SizeT n);
/* The same for the second engine of --engine=check, if the access is checked
   inline for the fast engine. */
void helpers_checked_read(Addr a, SizeT n);
void helpers_checked_write(Addr a, SizeT n);

#endif
