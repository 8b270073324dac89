/* Which thread of control owns the stack that a stack pointer points to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_STACK_OWNER_H
#define THREADS_STACK_OWNER_H

#include "callgraph/control.h"

/* Does `c`, which runs in the OS thread `tid`, stay on its own stack if it
   loads the stack pointer `sp` in place of `old`? */
Bool stack_owner_stays(ThreadId tid, const Control *c, Addr old, Addr sp);

/* Return the number of stretches that the split stack of `c` still has, beside
   the first one, if `c` goes on at `sp` in the OS thread `tid`: those up to the
   stretch that `sp` lies in.  All, if it lies in no older one. */
UInt stack_owner_splits(ThreadId tid, const Control *c, Addr sp);

/* Can `c`, which a handler in the OS thread `tid` has interrupted, go on at
   `sp`? */
Bool stack_owner_can_go_on(ThreadId tid, const Control *c, Addr sp);

/* Return the suspended control that can go on at `sp` in the OS thread `tid`,
   or NULL if there is none. */
Control *stack_owner_suspended(ThreadId tid, Addr sp);

/* Is `sp` a stack pointer that the context `c` goes on at, by what it has
   saved?  A context saves its stack pointer as it is, or as it will be after
   the return from the routine that saves it. */
Bool stack_owner_is_saved(const Control *c, Addr sp);

#endif
