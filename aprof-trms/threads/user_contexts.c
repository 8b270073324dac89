/* User contexts: coroutines and green threads, each on a stack of its own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/user_contexts.h"
#include "callgraph/shadow_stack.h"
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
   ApControl *c;

   while ((c = ap_stacks_below(high)) != NULL && c->top_sp >= low) {
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
static Bool is_over(const ApControl *c)
{
   return c->finished || (ap_depth(c) == 1 && c->saved_sp >= c->top_sp);
}

void user_contexts_leave(ApOsThread *os, ApControl *c, Addr old)
{
   c->saved_sp = old;
   if (c->kind == NATIVE)
      c->suspended = True;
   else {
      if (c->kind == CONTEXT)
         end_contexts_on(old, c->top_sp);
      if (c->kind == CONTEXT && is_over(c))
         lifetime_end(c, True);
      else {
         ap_stacks_add(c);
         if (c->kind == CONTEXT && (c = ap_moved_remember(c)) != NULL)
            lifetime_end(c, True);
      }
   }
   os->current = NULL;
}

static void enter(ApOsThread *os, ApControl *c)
{
   c->os_thread = os->number;
   os->current = c;
   ap_activate(c);
}

/* Is it certain that `c` goes on at `sp`? */
static Bool is_certain(const ApControl *c, Addr sp)
{
   return c->kind == NATIVE
          || (stack_owner_is_saved(c, sp) && ap_moved_stays(c));
}

/* Return the suspended control that goes on at `sp`, or NULL if none is known
   there.  It is removed from the suspended ones, so that end_contexts_on does
   not end it if another stretch seems to reach so far.

   A context that may go on at `sp`, but has saved another stack pointer, may
   have ended long ago, and another one have its stack.  So copies of stacks are
   searched first then. */
static ApControl *take_suspended(ThreadId tid, Addr sp)
{
   ApControl *c = stack_owner_suspended(tid, sp);
   ApControl *moved = c != NULL && is_certain(c, sp) ? NULL
                                                     : ap_moved_to(sp);

   if (moved != NULL) {
      end_contexts_on(sp, moved->top_sp);
      return moved;
   }
   if (c != NULL)
      ap_stacks_remove(c);
   return c;
}

Bool ap_stays_on_stack(Addr old, Addr new_sp)
{
   return stack_owner_stays(VG_(get_running_tid)(), ap_current, old, new_sp);
}

static void begin_context(ApOsThread *os, Addr sp, Addr insn)
{
   end_contexts_on(sp, sp);
   ApControl *c = ap_control_new(CONTEXT, os->number);
   c->landing_sp = c->top_sp = sp;
   enter(os, c);
   ap_push_unnamed_root(insn);
}

static void switch_stack(Addr old, Addr sp, Addr insn)
{
   ThreadId tid = VG_(get_running_tid)();
   ApOsThread *os = ap_os_thread(tid);
   ApControl *c = ap_current;

   if (!stack_owner_stays(tid, c, old, sp)
       && !signals_leave_handlers(tid, sp)) {
      ApControl *to = take_suspended(tid, sp);
      user_contexts_leave(os, c, old);
      if (to == NULL) {
         begin_context(os, sp, insn);
         return;
      }
      enter(os, to);
   }
   ap_unwind(sp);
}

void ap_stack_loaded(Addr old, Addr new_sp, Addr insn)
{
   ApControl *c = ap_current;

   if (c->quiet) {
      if (new_sp <= c->quiet_sp)
         return;
      ap_end_quiet();
   }
   if (ap_stays_in_frame(c, old, new_sp))
      return;
   switch_stack(old, new_sp, insn);
}

void ap_stacks_unmapped(Addr start, SizeT length)
{
   ApControl *running = ap_current, *c;
   Addr high = start + length - 1;

   while ((c = ap_stacks_below(high)) != NULL && c->saved_sp >= start) {
      high = c->saved_sp - 1;
      if (c->kind == CONTEXT)
         lifetime_end(c, True);
   }
   if (running != NULL)
      ap_activate(running);
}
