/* What instrumented code calls where a call begins.  `guest` is the guest state,
   and `sp` the stack pointer after the instruction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HELPERS_CALLS_H
#define HELPERS_CALLS_H

#include "callgraph/call_sites.h"
#include "callgraph/shadow_stack.h"

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

#endif
