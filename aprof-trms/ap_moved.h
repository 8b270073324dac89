/* Contexts whose stack has been moved while they were suspended.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_MOVED_H
#define AP_MOVED_H

#include "ap_control.h"

/* `c`, a context, is suspended at c->saved_sp. */
void ap_moved_remember(ApControl *c);
/* It goes for good. */
void ap_moved_forget(ApControl *c);

/* The stack pointer becomes `sp`, where nobody is known to be suspended.  Is that
   the stack of a suspended context, copied?  Then that context is there from now
   on, but not suspended any more (ap_stacks.h); else NULL. */
ApControl *ap_moved_to(Addr sp);

#endif
