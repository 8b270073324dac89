/* Calls whose target is not written in the instruction: where each has led to
   last.  Mostly it leads there again, and its edge is found at once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CALL_SITES_H
#define CALL_SITES_H

#include "callgraph/record.h"

typedef struct {
   Addr target;
   Edge *edge;       /* of the call that led there; NULL: none has */
} CallSite;

/* The site of the call instruction at this address, which lives as long as the
   tool.  For translation: it is searched for. */
CallSite *call_sites_at(Addr insn);

/* Remembers that the call has just activated the top frame of the current
   thread of control, if that frame tells its edge. */
void call_sites_update(CallSite *site, Addr target, const Routine *callee);

/* Code was unmapped: before client code runs again, which call_sites_start tells,
   all is forgotten. */
void call_sites_discard(void);
void call_sites_start(void);

#endif
