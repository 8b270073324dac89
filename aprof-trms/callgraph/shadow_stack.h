/* Calls, returns, tail calls and unwinding -> the shadow stack of the current
   thread of control.

   An activation ends when the stack pointer passes above the place of its
   return address.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SHADOW_STACK_H
#define SHADOW_STACK_H

#include "arch/calls.h"
#include "callgraph/control.h"

/* Events of instrumented code, all of the current thread of control.  `sp` is
   the stack pointer after the instruction. */

/* A call of a known routine. */
void shadow_stack_call(Addr sp, Routine *callee);
/* A call of a PLT stub at `target`: its jump will name the callee. */
void shadow_stack_call_stub(Addr sp, Addr target);
/* A return to `target`. */
void shadow_stack_return(Addr sp, Addr target);
/* The first instruction of a routine. */
void shadow_stack_entry(Addr sp, Routine *entered);
/* The jump of a PLT stub to `target`. */
void shadow_stack_stub_jump(Addr target);
/* PLT0, the stub that enters the lazy resolver. */
void shadow_stack_resolver_starts(Addr sp);
/* An indirect jump while the top activation has no routine. */
void shadow_stack_indirect_jump(Addr sp, Addr target);

/* Push a root activation on the empty stack of the current thread. */
void shadow_stack_push_root(Routine *routine, Addr sp);
/* The same for a new context, whose first jump or return names its root.
   `insn` is the instruction that loaded the stack pointer. */
void shadow_stack_push_unnamed_root(Addr insn);

/* Close every activation that the stack pointer has left below.  The root
   stays. */
void shadow_stack_unwind(Addr sp);
/* Close all activations, the root included. */
void shadow_stack_close_all(void);
/* Drop all activations without recording them: the thread no longer exists. */
void shadow_stack_drop_all(void);

/* The activations pending in `c` were inherited over a fork.  They stay as
   stack, but are not recorded, are no callers, and do not make what this
   process calls nested. */
void shadow_stack_become_foreign(Control *c);

/* Return the edge that has led to a recorded frame; NULL: it has no recorded
   caller. */
Edge *shadow_stack_edge_to(const Control *c, const Frame *f);

/* Is `f` an activation of the call with this key?  Jumps within a call's
   activations are tail calls. */
static inline Bool frame_is_of_call(const Frame *f, Addr sp,
                                    Addr return_address)
{
   return f->sp == sp
          && (CALL_PUSHES || f->return_address == return_address);
}

/* Does a return to `target`, with the stack pointer `sp` after it, end `f`? */
static inline Bool frame_is_left(const Frame *f, Addr sp, Addr target)
{
   return f->sp < sp
          || (!CALL_PUSHES && f->sp == sp && f->return_address == target);
}

/* Do the invariants of shadow_stack.c hold for all threads of control?  For
   sanity_register. */
const HChar *shadow_stack_check(void);

#endif
