/* Where suspended threads of control have their stacks.

   There may be many thousands: they are found in logarithmic time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_STACKS_H
#define AP_STACKS_H

#include "callgraph/control.h"

/* `c`, a context or a handler, is suspended at c->saved_sp; it goes on, or is
   over.  Both set c->suspended; removing what is not there does nothing. */
void ap_stacks_add(ApControl *c);
void ap_stacks_remove(ApControl *c);

/* Of those suspended the one with the highest saved_sp that is not above sp,
   or NULL. */
ApControl *ap_stacks_below(Addr sp);

/* Is `c` in the tree, at its saved_sp?  And how many controls are in it? */
Bool suspended_stacks_has(const ApControl *c);
UInt suspended_stacks_count(void);

#endif
