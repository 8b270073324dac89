/* Contexts whose stack has been moved while they were suspended.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_MOVED_H
#define AP_MOVED_H

#include "callgraph/control.h"

/* `c`, a context, is suspended at c->saved_sp.  Returns one that is lost, and not
   remembered any more, or NULL: it must be ended. */
ApControl *ap_moved_remember(ApControl *c);
/* It goes for good. */
void ap_moved_forget(ApControl *c);

/* Is `c`, whose c->remembered is not 0, in its place? */
Bool relocated_stacks_has(const ApControl *c);

/* Is on the stack of `c`, which is suspended, what was there then?  If not, somebody
   else's may be there; but what is given to it may be written there, too. */
Bool ap_moved_stays(const ApControl *c);

/* The stack pointer becomes `sp`, where nobody is known to be suspended.  Is that
   the stack of a context that is suspended, or lost, copied?  Then that context is
   there from now on, but neither any more (threads/suspended_stacks.h); else NULL. */
ApControl *ap_moved_to(Addr sp);

#endif
