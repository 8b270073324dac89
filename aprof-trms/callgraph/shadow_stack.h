/* Calls, returns, tail calls and unwinding -> the shadow stack of the current
   thread of control.

   An activation ends when the stack pointer passes above the place of its
   return address.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SHADOW_STACK_H
#define SHADOW_STACK_H

#include "arch/calls.h"
#include "callgraph/control.h"
#include "symbols/inlined.h"

/* Events of instrumented code, all of the current thread of control.  `sp` is
   the stack pointer after the instruction. */

/* A call of a known routine. */
void shadow_stack_call(Addr sp, Routine *callee);
/* A call of a PLT stub at `target`.  The callee is known when the stub
   jumps. */
void shadow_stack_call_stub(Addr sp, Addr target);
/* The code of a script's routine calls its interpreter, or generated code, at
   `target`. */
void shadow_stack_call_interpreter(Addr sp, Addr target);
/* A return to `target`. */
void shadow_stack_return(Addr sp, Addr target);
/* The first instruction of a routine. */
void shadow_stack_entry(Addr sp, Routine *entered);
/* Code of a hidden routine goes on. */
void shadow_stack_in_hidden(Addr sp);
/* The jump of a PLT stub to `target`. */
void shadow_stack_stub_jump(Addr target);
/* PLT0, the stub that jumps to the lazy resolver, begins. */
void shadow_stack_resolver_starts(Addr sp);
/* The resolver goes on after a call (callgraph/resolver.h). */
void shadow_stack_resolver_goes_on(Addr sp);
/* An indirect jump while the top activation has no routine, or while the thread
   of control lands (control.h). */
void shadow_stack_indirect_jump(Addr sp, Addr target);

/* A place of a host's code where inlined calls may begin and end. */
typedef struct {
   Routine *host;
   Bool is_rest;                /* inlined_is_rest */
   const InlinedCall *open;     /* the call that begins here, unless it is open,
                                   with those that it lies in; or NULL */
   /* For helpers/inlined.c: what happens here if this routine is on the top of the
      shadow stack.  It depends on the routine alone: below an inlined call are
      those that it lies in, and its host. */
   const Routine *known;        /* NULL: nothing is known */
   UInt closes;                 /* so many calls end... */
   Bool opens;                  /* ...and calls begin */
   UInt stays;
   const InlinedCall *stay[];   /* calls that stay open if they are, as those do
                                   that they lie in; all others end.  `open` is
                                   in the list */
} InlinedPoint;

/* Does an open call stay open? */
static inline Bool inlined_point_keeps(const InlinedPoint *p,
                                       const InlinedCall *call)
{
   for (UInt i = 0; i < p->stays; i++)
      if (inlined_is_in(p->stay[i], call))
         return True;
   return False;
}

/* Does the point begin calls, if `top` is the innermost open call (NULL: none
   is open)? */
static inline Bool inlined_point_opens(const InlinedPoint *p,
                                       const InlinedCall *top)
{
   return p->open != top && inlined_is_in(p->open, top);
}

/* Return the frame that the host's inlined calls lie in: from the top on, the
   first one that is of none of them.  The top activation must have a
   routine. */
static inline Frame *frame_below_calls(const Control *c, const Routine *host)
{
   Frame *f = c->top;

   while (inlined_of(f->routine, host) != NULL)
      f--;
   return f;
}

/* The current thread of control executes the code of such a place.  If its top
   activation is not of the host's, and the host is no rest, then nothing
   happens. */
void shadow_stack_inlined(const InlinedPoint *p);

/* Is the top activation an inlined call of `r`, whose entry is executed again,
   in a loop of the inlined call? */
static inline Bool frame_is_inlined_in(const Frame *top, const Routine *r,
                                       Addr sp)
{
   return top->routine != NULL && top->routine->inlined != NULL
          && top->routine->inlined->host == r && top->sp == sp;
}

/* Push a root activation on the empty stack of the current thread. */
void shadow_stack_push_root(Routine *routine, Addr sp);
/* The same for a new context: its first jump or return goes to the root's
   routine.  `insn` is the instruction that loaded the stack pointer. */
void shadow_stack_push_unnamed_root(Addr insn);

/* Close all activations whose stack pointer at entry is below `sp`, except the
   root. */
void shadow_stack_unwind(Addr sp);
/* __morestack, which the top activation has called, or its caller if calls of
   __morestack have no activations, loads the stack pointer `sp` of a new
   stretch in place of `old`: the caller goes on there (SplitStack). */
void shadow_stack_split(Addr old, Addr sp);
/* The stack pointer is in an older stretch: only the first `splits` ones are
   left beside the very first. */
void shadow_stack_rejoin(UInt splits);

/* Close all activations, the root included. */
void shadow_stack_close_all(void);
/* Drop all activations without recording them: the thread no longer exists. */
void shadow_stack_drop_all(void);

/* Give memory of the shadow stack back if it has become much smaller. */
void shadow_stack_give_back(Control *c);

/* A region begins in the top activation: an activation of `r`, as if by a tail
   call, so that it ends at the latest with the activation that has begun it.  A
   region that has not ended begins anew.  `sp` is the stack pointer.  Return
   False if it cannot begin here: nothing is measured, or a routine that was
   entered by a tail call has begun the same region already. */
Bool shadow_stack_begin_region(Routine *r, Addr sp);
/* The region ends, with regions that were begun in it.  Return False if the top
   activation has not begun it. */
Bool shadow_stack_end_region(const Routine *r, Addr sp);

/* Calls were no events for a while, and the current thread is at `insn`, in a
   routine that may have no activation: push one, so that a jump to the
   routine's own first instruction is no call. */
void shadow_stack_stand_in(Addr insn, Addr sp);

/* The activations pending in `c` were inherited over a fork.  Their frames
   stay, but they are not recorded, they are not callers, and an activation that
   begins later is outermost even if one of them has the same routine. */
void shadow_stack_become_foreign(Control *c);

/* Return the edge by which a recorded frame was called; NULL: it has no
   recorded caller. */
Edge *shadow_stack_edge_to(const Control *c, const Frame *f);

/* Does `f` have this key (control.h)?  Frames of one key are a chain of tail
   calls. */
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

#endif
