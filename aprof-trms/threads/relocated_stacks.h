/* Contexts whose stack was copied to another place while they were suspended.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_RELOCATED_STACKS_H
#define THREADS_RELOCATED_STACKS_H

#include "callgraph/control.h"

/* Remember the stack of `c`, a context that is suspended at c->saved_sp.
   Return a lost context that had to be forgotten for that, and that the caller
   must end, or NULL. */
Control *relocated_stacks_remember(Control *c);

/* Forget the stack of `c`, which ends. */
void relocated_stacks_forget(Control *c);

/* Is `c`, whose c->remembered is not 0, in its place? */
Bool relocated_stacks_has(const Control *c);

/* Is the stack of `c`, which is suspended, as it was then?  If not, then
   another context's stack may be there.  (But a value that is passed to `c`
   may have been stored there, too.) */
Bool relocated_stacks_stays(const Control *c);

/* The stack pointer becomes `sp`, where no suspended control is known.  If the
   stack of a context that is suspended or lost was copied there, then return
   that context: its stack is there from now on, and it is no longer suspended
   (threads/suspended_stacks.h) or lost.  Else return NULL. */
Control *relocated_stacks_find(Addr sp);

#endif
