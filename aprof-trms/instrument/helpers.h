/* What instrumented code calls: each takes the guest's fields over, tells the
   call tracker, and gives them back.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HELPERS_H
#define HELPERS_H

#include "callgraph/shadow_stack.h"
#include "callgraph/call_sites.h"

/* `likely`: the edge, if the caller is who it likely is. */
void helpers_call(UChar *guest, Addr sp, Edge *likely);
/* Whoever the caller is. */
void helpers_call_routine(UChar *guest, Addr sp, Routine *r);
/* Of an allocator or a collector. */
void helpers_call_zone(UChar *guest, Addr sp, Edge *edge);
void helpers_call_indirect(UChar *guest, Addr sp, Addr target, CallSite *site);
/* Of a PLT stub that will jump to what is in `slot`; or to what is not known. */
void helpers_call_stub(UChar *guest, Addr sp, Addr stub, const Addr *slot,
                     CallSite *site);
void helpers_call_unknown(UChar *guest, Addr sp, Addr stub);
void helpers_return(UChar *guest, Addr sp, Addr target);
/* The entry of a routine other than the expected one: what their addresses differ
   in. */
void helpers_entry(UChar *guest, UWord other);
void helpers_stub_jump(UChar *guest, Addr target);
void helpers_resolver(UChar *guest, Addr sp);
void helpers_indirect_jump(UChar *guest, Addr target);
/* `old` is the stack pointer before the instruction at `insn`. */
void helpers_stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn);

/* Accesses, where they are not checked inline. */
void helpers_read(Addr a, SizeT n);
void helpers_write(Addr a, SizeT n);
/* For --engine=check, where they are. */
void helpers_checked_read(Addr a, SizeT n);
void helpers_checked_write(Addr a, SizeT n);

#endif
