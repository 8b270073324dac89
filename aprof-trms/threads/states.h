/* The states of a thread of control.

   A thread of control, or control for short, is an OS thread (NATIVE), a
   handler of an OS thread's signals (HANDLER), or a user context: a coroutine
   on a stack of its own (CONTEXT).  Valgrind reports OS threads and the
   delivery of signals, but no switch between user contexts, and no handler
   that is left by siglongjmp.  These are found by loads of the stack pointer:
   each control owns a stretch of stack, and the control that owns the new
   stack pointer runs.

               1                   3
      IDLE  ------->  RUNNING  -------->  INTERRUPTED
            <-------  |  ^  ^  <--------       |
               2      |  |  |      2           | 10
                    5 |  |4 |8                 v
                      v  |  |              ABANDONED
                  SUSPENDED |                  ^
                   |  |  |  |                  |
                   |  |  +--|------- 11 -------+
                  7|  |6    |
                   |  v     |
                   |  LOST -+
                   |  |9
                   v  v
                  (ends)

    1   A signal comes: an idle handler begins, or a new one.
    2   The handler returns, or is left by siglongjmp: it is idle, and the
        control that it has interrupted runs.
    3   A signal comes: its handler runs in place of this control.
    4   The stack pointer is loaded, with a place on the control's stack.
    5   The stack pointer is loaded, with a place on another stack.
    6   Another context uses the stack of the context, which is remembered.
    7   The same, and it is not remembered; or its stack is unmapped.
    8   A copy of the context's stack is found where the stack pointer is.  (The
        context may also be SUSPENDED still.)
    9   Too many contexts are lost, or the program is at its end.
   10   The handler's OS thread ends.
   11   Another control is suspended at the same stack pointer.

   RUNNING       It is the `current` control of an OS thread.  A NATIVE is
                 created in this state, and a CONTEXT, when the stack pointer is
                 loaded with a place where no suspended control is.  While
                 client code runs, the RUNNING control of the thread that
                 Valgrind runs is control_current, and its cost is in
                 control_cost_now, or newer in the guest state.  saved_* are
                 out of date.
   INTERRUPTED   It is `interrupted` by an active HANDLER, at saved_sp and
                 saved_ip.  No other control uses its stack.  It is found by
                 the handler, not by its stack pointer: when the handler
                 returns, or loads a stack pointer that the control can go on
                 at.
   IDLE          A HANDLER that is not `active`.  No activation is pending; its
                 history of accesses waits for the next signal of its nesting
                 level.  Nothing else may be trusted.
   SUSPENDED     It is `suspended`.  Its stack from saved_sp to top_sp is as it
                 was left.  A CONTEXT or HANDLER is in the tree of suspended
                 stacks, by its saved_sp; a NATIVE is found by its OS thread.
                 The stretches of two suspended contexts do not overlap.  The
                 stacks of the contexts that were suspended latest are
                 remembered (threads/relocated_stacks.h).
   LOST          It is `lost`: a CONTEXT that was suspended and remembered.  Its
                 activations are pending, and saved_sp says where they were, but
                 the memory there is another context's.
   ABANDONED     None of these: a CONTEXT, or an active HANDLER, that nothing
                 leads to any more.  Its activations are pending until the
                 program ends.

   A control also ends, and is freed, if its OS thread ends while it is the
   thread's own control, the current one, or one of the handlers; and if it is
   a CONTEXT that is left with nothing on its stack to come back to.

   Two flags are independent of the state.  `in_resolver`: it executes PLT0 or
   the lazy resolver, or did so when it was left, and nothing is measured.
   `finished`: its first routine has returned, so it ends when it is left.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_STATES_H
#define THREADS_STATES_H

#include "base/base.h"

/* Do the records of which control runs agree, is each control in one state, and
   are the lists consistent?  For sanity_register, where client code of the
   running thread has just stopped. */
const HChar *states_check(void);

#endif
