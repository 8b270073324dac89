/* Calls, returns, tail calls and unwinding -> the shadow stack of the current
   thread of control.

   An activation ends when the stack pointer passes above the place of its
   return address.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_CALLS_H
#define AP_CALLS_H

#include "arch/calls.h"
#include "callgraph/control.h"

/* Events of instrumented code, all of the current thread of control.  `sp` is
   the stack pointer after the instruction. */

/* A call of a known routine. */
void ap_call(Addr sp, ApRoutine *callee);
/* A call of a PLT stub at `target`: its jump will name the callee. */
void ap_call_stub(Addr sp, Addr target);
/* A return to `target`. */
void ap_return(Addr sp, Addr target);
/* The first instruction of a routine. */
void ap_entry(Addr sp, ApRoutine *entered);
/* The jump of a PLT stub to `target`. */
void ap_stub_jump(Addr target);
/* PLT0, the stub that enters the lazy resolver. */
void ap_resolver_starts(Addr sp);
/* An indirect jump while the top activation has no routine. */
void ap_indirect_jump(Addr sp, Addr target);

/* Push a root activation on the empty stack of the current thread. */
void ap_push_root(ApRoutine *routine, Addr sp);
/* The same for a new context, whose first jump or return names its root.
   `insn` is the instruction that loaded the stack pointer. */
void ap_push_unnamed_root(Addr insn);

/* Close every activation that the stack pointer has left below.  The root
   stays. */
void ap_unwind(Addr sp);
/* Close all activations, the root included. */
void ap_close_all(void);
/* Drop all activations without recording them: the thread no longer exists. */
void ap_drop_all(void);

/* The activations pending in `c` were inherited over a fork.  They stay as
   stack, but are not recorded, are no callers, and do not make what this
   process calls nested. */
void ap_become_foreign(ApControl *c);

/* Return the edge that has led to a recorded frame; NULL: it has no recorded
   caller. */
ApEdge *ap_edge_to(const ApControl *c, const ApFrame *f);

/* Is `f` an activation of the call with this key?  Jumps within a call's
   activations are tail calls. */
static inline Bool frame_is_of_call(const ApFrame *f, Addr sp,
                                    Addr return_address)
{
   return f->sp == sp
          && (CALL_PUSHES || f->return_address == return_address);
}

/* Does a return to `target`, with the stack pointer `sp` after it, end `f`? */
static inline Bool frame_is_left(const ApFrame *f, Addr sp, Addr target)
{
   return f->sp < sp
          || (!CALL_PUSHES && f->sp == sp && f->return_address == target);
}

/* Do the invariants of shadow_stack.c hold for all threads of control?  For
   sanity_register. */
const HChar *shadow_stack_check(void);

#endif
