/* What instrumented code calls: each takes the guest's fields over, tells the
   call tracker, and gives them back.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_EVENTS_H
#define AP_EVENTS_H

#include "callgraph/shadow_stack.h"
#include "callgraph/call_sites.h"

/* `likely`: the edge, if the caller is who it likely is. */
void ap_on_call(UChar *guest, Addr sp, ApEdge *likely);
/* Whoever the caller is. */
void ap_on_call_of(UChar *guest, Addr sp, ApRoutine *r);
/* Of an allocator or a collector. */
void ap_on_call_zone(UChar *guest, Addr sp, ApEdge *edge);
void ap_on_call_indirect(UChar *guest, Addr sp, Addr target, ApSite *site);
/* Of a PLT stub that will jump to what is in `slot`; or to what is not known. */
void ap_on_call_stub(UChar *guest, Addr sp, Addr stub, const Addr *slot,
                     ApSite *site);
void ap_on_call_unknown(UChar *guest, Addr sp, Addr stub);
void ap_on_return(UChar *guest, Addr sp, Addr target);
/* The entry of a routine other than the expected one: what their addresses differ
   in. */
void ap_on_entry(UChar *guest, UWord other);
void ap_on_stub_jump(UChar *guest, Addr target);
void ap_on_resolver(UChar *guest, Addr sp);
void ap_on_indirect_jump(UChar *guest, Addr target);
/* `old` is the stack pointer before the instruction at `insn`. */
void ap_on_stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn);

/* Accesses, where they are not checked inline. */
void ap_on_read(Addr a, SizeT n);
void ap_on_write(Addr a, SizeT n);
/* For --engine=check, where they are. */
void ap_on_checked_read(Addr a, SizeT n);
void ap_on_checked_write(Addr a, SizeT n);

#endif
