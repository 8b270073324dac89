/* User contexts: coroutines and green threads, each on a stack of its own.

   No event says that a program switches from one context to another.  A switch
   is found by a load of the stack pointer: the new stack pointer lies on the
   stack of a suspended control, which goes on then, or on no known stack, and
   then a new context begins there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_USER_CONTEXTS_H
#define THREADS_USER_CONTEXTS_H

#include "threads/os_threads.h"

/* Return the highest stack pointer that is sure to lie in the frame of the top
   activation, or 0.  Where the frame of a root without a return address ends is
   not known, and an activation may have frames in two stretches of a split
   stack. */
static inline Addr user_contexts_frame_end(const Control *c)
{
   return c->top->sp == ~(Addr)0 || control_depth(c) == c->split_depth
          ? 0 : c->top->sp;
}

/* Does `c`, which loads the stack pointer `new_sp` in place of `old`, give up a
   part of its top activation's frame, which lies between the stack pointer and
   the activation's return address? */
static inline Bool user_contexts_stays_in_frame(const Control *c, Addr old,
                                                Addr new_sp)
{
   return new_sp >= old && new_sp <= user_contexts_frame_end(c);
}

/* Is the new stack pointer on the stack of the current control, so that this
   control goes on there? */
Bool user_contexts_stays_on_stack(Addr old, Addr new_sp);

/* Find the control that owns the new stack pointer, make it the current one,
   and close the activations whose frames lie below.  Instrumented code calls
   this after a load of the stack pointer that is not relative to the old
   value.  `insn` is the instruction's address. */
void user_contexts_stack_loaded(Addr old, Addr new_sp, Addr insn);
/* The same if the current control, which is not in the lazy resolver, does not
   stay on its stack. */
void user_contexts_stack_left(Addr old, Addr new_sp, Addr insn);

/* The current control `c` of the OS thread is left at the stack pointer `old`:
   it is suspended, or ends if it has nothing to come back to.  Afterwards the
   OS thread has no current control until the caller gives it one. */
void user_contexts_leave(OsThread *os, Control *c, Addr old);

/* Memory is unmapped: the suspended contexts end whose stacks lay there. */
void user_contexts_unmapped(Addr start, SizeT length);

#endif
