/* Inline caches of calls whose target is not in the instruction.

   A call site remembers the target and the edge of its last call.  Most calls
   of a site have the same target, and their edge is found without a search.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CALL_SITES_H
#define CALL_SITES_H

#include "callgraph/record.h"

typedef struct {
   Addr target;      /* of the last call */
   Edge *edge;       /* of the last call; NULL: the cache is empty */
} CallSite;

/* Return the site of the call instruction at this address; it lives as long as
   the tool.  This is a search: do it when the instruction is translated. */
CallSite *call_sites_at(Addr insn);

/* The call at `site` has called `callee` and will return to `behind`: note where
   in the source that is (callgraph/call_places.h). */
void call_sites_note(const CallSite *site, Routine *callee, Addr behind);

/* The call at `site` to `target` has just been made: put it into the cache.  If
   the top frame of the current thread of control is not an activation of
   `callee` with a known edge, or with --contexts, then do nothing. */
void call_sites_update(CallSite *site, Addr target, const Routine *callee);

/* Code was unmapped: all caches are out of date. */
void call_sites_discard(void);
/* Client code starts: empty the caches if they are out of date. */
void call_sites_start(void);

#endif
