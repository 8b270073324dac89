/* Calls whose target is not written in the instruction: where each has led to
   last.  Mostly it leads there again, and its edge is found at once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_SITES_H
#define AP_SITES_H

#include "ap_record.h"

typedef struct {
   Addr target;        /* or AP_NO_TARGET */
   ApEdge *edge;       /* of the call that led there */
} ApSite;

#define AP_NO_TARGET (~(Addr)0)

/* The site of the call instruction at this address, which lives as long as the
   tool.  For translation: it is searched for. */
ApSite *ap_site_at(Addr insn);

/* Remembers that the call has just activated the current thread of control's
   top frame, if it has one that tells its edge. */
void ap_site_led_to(ApSite *site, Addr target, const ApRoutine *callee);

/* Code was unmapped: all is forgotten before client code runs again, which is
   told by ap_sites_start. */
void ap_sites_discard(void);
void ap_sites_start(void);

#endif
