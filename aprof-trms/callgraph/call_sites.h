/* Calls whose target is not written in the instruction: where each has led to
   last.  Mostly it leads there again, and its edge is found at once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_SITES_H
#define AP_SITES_H

#include "callgraph/record.h"

typedef struct {
   Addr target;
   ApEdge *edge;       /* of the call that led there; NULL: none has */
} ApSite;

/* The site of the call instruction at this address, which lives as long as the
   tool.  For translation: it is searched for. */
ApSite *ap_site_at(Addr insn);

/* Remembers that the call has just activated the top frame of the current
   thread of control, if that frame tells its edge. */
void ap_site_led_to(ApSite *site, Addr target, const ApRoutine *callee);

/* Code was unmapped: before client code runs again, which ap_sites_start tells,
   all is forgotten. */
void ap_sites_discard(void);
void ap_sites_start(void);

#endif
