/* The stacks of suspended threads of control: a tree by their stack pointers.

   There may be many thousands: they are found in logarithmic time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_SUSPENDED_STACKS_H
#define THREADS_SUSPENDED_STACKS_H

#include "callgraph/control.h"

/* Add `c`, a context or a handler that is suspended at c->saved_sp.  If there
   is a control at the same stack pointer already, then it is removed. */
void suspended_stacks_add(Control *c);

/* Remove `c`, which is not suspended any more.  Nothing happens if it is not
   there. */
void suspended_stacks_remove(Control *c);

/* Return the control with the highest saved_sp that is not above `sp`, or
   NULL. */
Control *suspended_stacks_below(Addr sp);

/* Is `c` in the tree, at its saved_sp?  And how many controls are in it? */
Bool suspended_stacks_has(const Control *c);
UInt suspended_stacks_count(void);

#endif
