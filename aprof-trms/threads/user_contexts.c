/* User contexts: coroutines and green threads, each on a stack of its own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/user_contexts.h"
#include "callgraph/shadow_stack.h"
#include "callgraph/zones.h"
#include "threads/lifetime.h"
#include "threads/relocated_stacks.h"
#include "threads/signals.h"
#include "threads/stack_owner.h"
#include "threads/suspended_stacks.h"
#include "pub_tool_threadstate.h"

/* This stretch of stack is used anew: the suspended contexts there are over,
   or, if their stack may have been copied elsewhere, lost.  The stretches of
   two suspended contexts never overlap. */
static void end_contexts_on(Addr low, Addr high)
{
   Control *c;

   while ((c = suspended_stacks_below(high)) != NULL
          && control_stretch_top(c) >= low) {
      if (c->saved_sp == 0)
         return;
      high = c->saved_sp - 1;
      if (c->kind == CONTEXT && c->remembered != 0)
         lifetime_lose(c);
      else if (c->kind == CONTEXT)
         lifetime_end(c, True);
   }
}

/* Has a context that is left nothing on its stack to come back to?  Its first
   routine has returned, or has called a routine there that goes on
   elsewhere. */
static Bool is_over(const Control *c)
{
   return c->finished || (control_depth(c) == 1 && c->split_depth == 0
                          && c->saved_sp >= c->top_sp);
}

void user_contexts_leave(OsThread *os, Control *c, Addr old)
{
   c->saved_sp = old;
   if (c->kind == NATIVE)
      c->suspended = True;
   else {
      if (c->kind == CONTEXT)
         end_contexts_on(old, control_stretch_top(c));
      if (c->kind == CONTEXT && is_over(c))
         lifetime_end(c, True);
      else {
         suspended_stacks_add(c);
         if (c->kind == CONTEXT && (c = relocated_stacks_remember(c)) != NULL)
            lifetime_end(c, True);
      }
   }
   os->current = NULL;
}

static void enter(OsThread *os, Control *c)
{
   c->os_thread = os->number;
   os->current = c;
   control_activate(c);
}

/* Is it certain that `c` goes on at `sp`? */
static Bool is_certain(const Control *c, Addr sp)
{
   return c->kind == NATIVE
          || (stack_owner_is_saved(c, sp) && relocated_stacks_stays(c));
}

/* Return the suspended control that goes on at `sp`, or NULL if none is known
   there.  It is removed from the suspended ones, so that end_contexts_on does
   not end it if another stretch seems to reach so far.

   A context that may go on at `sp`, but has saved another stack pointer, may
   have ended long ago, and another one have its stack.  So copies of stacks are
   searched first then. */
static Control *take_suspended(ThreadId tid, Addr sp)
{
   Control *c = stack_owner_suspended(tid, sp);
   Control *moved = c != NULL && is_certain(c, sp)
                    ? NULL : relocated_stacks_find(sp);

   if (moved != NULL) {
      end_contexts_on(sp, control_stretch_top(moved));
      return moved;
   }
   if (c != NULL)
      suspended_stacks_remove(c);
   return c;
}

Bool user_contexts_stays_on_stack(Addr old, Addr new_sp)
{
   return stack_owner_stays(VG_(get_running_tid)(), control_current, old,
                            new_sp);
}

static void begin_context(OsThread *os, Addr sp, Addr insn)
{
   end_contexts_on(sp, sp);
   Control *c = control_new(CONTEXT, os->number);
   c->landing_sp = c->top_sp = sp;
   enter(os, c);
   shadow_stack_push_unnamed_root(insn);
}

/* Does the instruction begin a new stretch of a split stack?  An allocator that
   needs one is no case of it: it has no activations to go on with.  Before an
   instruction of __morestack comes the routine's first one, so that the routine
   is known. */
static Bool splits_stack(const Control *c, Addr insn)
{
   return routines_have_split_stacks() && !zones_in_leaf(c)
          && routines_at(insn)->splits_stack;
}

/* The current control goes on at `sp`, on its own stack. */
static void go_on_at(ThreadId tid, Addr sp)
{
   if (control_current->split_depth > 0)
      shadow_stack_rejoin(stack_owner_splits(tid, control_current, sp));
   shadow_stack_unwind(sp);
}

void user_contexts_stack_left(Addr old, Addr sp, Addr insn)
{
   ThreadId tid = VG_(get_running_tid)();
   OsThread *os = os_threads_get(tid);
   Control *c = control_current;

   if (!signals_leave_handlers(tid, sp)) {
      if (splits_stack(c, insn)) {
         shadow_stack_split(old, sp);
         return;
      }
      Control *to = take_suspended(tid, sp);
      user_contexts_leave(os, c, old);
      if (to == NULL) {
         begin_context(os, sp, insn);
         return;
      }
      enter(os, to);
   }
   go_on_at(tid, sp);
}

void user_contexts_stack_loaded(Addr old, Addr new_sp, Addr insn)
{
   Control *c = control_current;

   if (c->in_resolver) {
      if (new_sp <= c->resolver_sp)
         return;
      control_end_resolver();
   }
   if (user_contexts_stays_in_frame(c, old, new_sp))
      return;
   if (stack_owner_stays(VG_(get_running_tid)(), c, old, new_sp))
      go_on_at(VG_(get_running_tid)(), new_sp);
   else
      user_contexts_stack_left(old, new_sp, insn);
}

void user_contexts_unmapped(Addr start, SizeT length)
{
   Control *running = control_current, *c;
   Addr high = start + length - 1;

   while ((c = suspended_stacks_below(high)) != NULL && c->saved_sp >= start) {
      high = c->saved_sp - 1;
      if (c->kind == CONTEXT)
         lifetime_end(c, True);
   }
   if (running != NULL)
      control_activate(running);
}
