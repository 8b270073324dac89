/* The states of a thread of control.

   A thread of control, or control for short, is an OS thread (NATIVE), a handler
   of an OS thread's signals (HANDLER), or a user context: a coroutine on a stack
   of its own (CONTEXT).  Valgrind reports OS threads and the delivery of signals,
   but no switch between user contexts, and no handler that is left by
   siglongjmp.  These are found by loads of the stack pointer: each control owns
   a stretch of stack, and the control that owns the new stack pointer runs.


                        a signal comes
            +--------------------------------------+
            |                                      v
          IDLE <------------------------------- RUNNING
       (a HANDLER)      the handler ends         | ^ | ^
                                                 | | | |
                    a signal comes: the handler  | | | |  the stack pointer is
                    runs in this one's place     | | | |  loaded: another one runs,
                                                 v | | |  or this one again
                  ABANDONED <---- INTERRUPTED ---+ | v |
                      ^     the      the handler   | SUSPENDED ---> (ends)
                      |   thread     ends ---------+  |    |
                      |    ends                       |    | its stack is used by
                      +-------------------------------+    | another context, or
                        another one is suspended           v unmapped
                        at the same stack pointer        LOST ----> (ends)
                                                           |
                        its stack is found elsewhere:      |
                        RUNNING <--------------------------+


   RUNNING       The `current` one of an OS thread.  A NATIVE is created so, and a
                 CONTEXT, when the stack pointer is loaded with a place where no
                 suspended control is.  While client code runs, the RUNNING
                 control of the thread that Valgrind runs is ap_current, and its
                 cost is in ap_cost, or newer in the guest state; `cost` and
                 saved_* are out of date.
   INTERRUPTED   `interrupted` by a HANDLER that is active.  saved_sp and saved_ip
                 say where.  No other control uses its stack.  It is not found
                 by its stack pointer, but by the handler: when the handler
                 returns, or loads a stack pointer that the control can go on at.
   IDLE          A HANDLER that is not active.  No activation is pending; its
                 history of accesses waits for the next signal of its nesting
                 level.  Nothing else holds.
   SUSPENDED     `suspended`.  Its stack from saved_sp to top_sp is as it left
                 it.  A CONTEXT or HANDLER is in the tree of suspended stacks
                 by its saved_sp; a NATIVE is known by its OS thread.  The
                 stretches of two suspended contexts do not overlap.  Of the
                 contexts that were suspended lately the words on the stack are
                 remembered (threads/relocated_stacks.h).
   LOST          `lost`: a CONTEXT that was suspended and remembered, before
                 another context used its stack.  Its activations are pending,
                 and saved_sp says where they were; nothing is said about the
                 memory there.  It runs again if a copy of its stack is found.
   ABANDONED     None of these: a CONTEXT, or an active HANDLER, that nothing
                 leads to.  Its activations are pending until the program ends.

   A control ends, and is freed, if its OS thread ends; if it is a CONTEXT that is
   left with nothing to come back to; if its stack is unmapped or used anew while
   it is SUSPENDED and not remembered; if it is LOST and too many others are.

   Two flags are independent of the state.  `quiet`: it runs, or was running when it
   was left, in PLT stubs or the lazy resolver, and nothing is measured.
   `finished`: its first routine has returned, so it ends when it is left.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_STATES_H
#define AP_STATES_H

#include "base/base.h"

/* Do the records of which control runs agree, is each control in one state, and
   are the lists consistent?  For sanity_register, where client code of the
   running thread has just stopped. */
const HChar *states_check(void);

#endif
