/* Which thread of control owns the stack that a stack pointer points to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/stack_owner.h"
#include "arch/calls.h"
#include "sys/syscall.h"
#include "threads/os_threads.h"
#include "threads/suspended_stacks.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"

/* The bounds of a context's stack are not known, and the next stack may begin
   right below.  A load that lowers the stack pointer by less than NEAR_BELOW
   stays on the stack: the stack pointer of alloca is hardly ever seen as a load
   (instrument/sp_loads.c).  Upwards there is more room. */
static const SizeT NEAR_BELOW = 1024, NEAR_ABOVE = 256 * 1024;

static Bool in_native_stack(ThreadId tid, Addr sp)
{
   Addr highest = VG_(thread_get_stack_max)(tid);
   SizeT size = VG_(thread_get_stack_size)(tid);

   return size > 0 && sp <= highest + 1 && highest - sp < size;
}

/* Does the OS thread's stack reach down to `sp`?  Valgrind takes all memory
   that is mapped below the stack for the stack.  That is right if the stack
   ends at something that keeps it from growing: memory without any access
   rights, or, since glibc 2.42, a page of the stack's mapping that is no
   memory, and in no list of mappings.  Below a stack that the program has
   allocated lies other memory of the program's. */
static Bool has_lower_bound(ThreadId tid, Addr sp)
{
   Addr low = VG_(thread_get_stack_max)(tid) + 1
              - VG_(thread_get_stack_size)(tid);
   const NSegment *lowest = VG_(am_find_nsegment)(low),
                  *below = VG_(am_find_nsegment)(low - 1);

   return (lowest != NULL && lowest->kind == SkResvn)
          || (below != NULL && !below->hasR && !below->hasW && !below->hasX)
          || !syscall_are_there(low, sp);
}

static Bool in_alternate_stack(ThreadId tid, Addr sp)
{
   return sp - VG_(thread_get_altstack_min)(tid)
          < VG_(thread_get_altstack_size)(tid);
}

Bool stack_owner_is_saved(const Control *c, Addr sp)
{
   return sp == c->saved_sp || sp == c->saved_sp + STACK_RETURN_SLOT;
}

/* Does `sp` not lie above the first stretch of the stack? */
static Bool is_in_first_stretch(ThreadId tid, const Control *c, Addr sp)
{
   switch (c->kind) {
   case NATIVE: return in_native_stack(tid, sp);
   case HANDLER: return sp <= (control_split(c, 0)->frame == 0
                               ? control_split(c, 0)->sp
                               : control_root_sp(c));
   case CONTEXT: return sp <= c->top_sp;
   }
   return False;
}

UInt stack_owner_splits(ThreadId tid, const Control *c, Addr sp)
{
   for (UInt i = control_splits(c); i-- > 0; )
      if (sp >= control_split(c, i)->left_at
          && (i > 0 ? sp <= control_split(c, i - 1)->top
                    : is_in_first_stretch(tid, c, sp)))
         return i;
   return control_splits(c);
}

/* Does `sp` lie on the split stack of `c`, or right below? */
static Bool is_on_split(ThreadId tid, const Control *c, Addr old, Addr sp)
{
   return stack_owner_splits(tid, c, sp) < control_splits(c)
          || (sp < old ? old - sp < NEAR_BELOW : sp <= control_stretch_top(c));
}

/* Can `c`, which is suspended, go on at `sp`?  From the place where a context
   began its stack may be used anew.  A handler ends with the OS thread that it
   has interrupted: in another thread a new context goes on there. */
static Bool can_resume(ThreadId tid, const Control *c, Addr sp)
{
   if (c->split_depth > 0 && c->kind != HANDLER)
      return (c->kind == CONTEXT || c == os_threads_get(tid)->native)
             && (stack_owner_is_saved(c, sp)
                 || (sp >= c->saved_sp
                     && is_on_split(tid, c, c->saved_sp, sp))
                 || stack_owner_splits(tid, c, sp) < control_splits(c));
   if (c->kind == NATIVE)
      return c == os_threads_get(tid)->native && in_native_stack(tid, sp)
             && (sp >= c->saved_sp || has_lower_bound(tid, sp));
   if (c->kind == HANDLER
       && !os_threads_has_handler(os_threads_get(tid), c))
      return False;
   return stack_owner_is_saved(c, sp)
          || (sp > c->saved_sp && sp <= c->top_sp
              && (c->kind == HANDLER || sp < c->landing_sp));
}

/* As can_resume, but no other context uses the stack of an interrupted context
   anew.  An exception that the handler throws goes on right below: the unwinder
   stores the address that it goes on at there, and returns to it.  Nothing of
   the handler's is so near, since the kernel leaves 128 bytes free. */
Bool stack_owner_can_go_on(ThreadId tid, const Control *c, Addr sp)
{
   return can_resume(tid, c, sp)
          || (c->kind == CONTEXT && sp > c->saved_sp && sp <= c->top_sp)
          || sp == c->saved_sp - STACK_RETURN_SLOT;
}

Control *stack_owner_suspended(ThreadId tid, Addr sp)
{
   Control *c = suspended_stacks_below(sp), *native;

   if (c != NULL && can_resume(tid, c, sp))
      return c;
   native = os_threads_get(tid)->native;
   return native->suspended && can_resume(tid, native, sp) ? native : NULL;
}

static Bool native_stays(ThreadId tid, Addr old, Addr sp)
{
   if (VG_(thread_get_stack_size)(tid) > 0)
      return in_native_stack(tid, sp)
             && (sp >= old || old - sp < NEAR_BELOW
                 || has_lower_bound(tid, sp));
   return sp >= old ? sp - old < NEAR_ABOVE : old - sp < NEAR_BELOW;
}

/* A handler began on the alternate stack, or below what it interrupted. */
static Bool handler_stays(ThreadId tid, const Control *c, Addr old, Addr sp)
{
   Addr began = c->frames[0].sp;

   if (sp > began)
      return False;
   return in_alternate_stack(tid, began)
          ? in_alternate_stack(tid, sp)
          : stack_owner_stays(tid, c->interrupted, old, sp);
}

/* A context that has just begun takes its registers from its stack. */
static Bool context_stays(ThreadId tid, const Control *c, Addr old, Addr sp)
{
   return (sp < old ? old - sp < NEAR_BELOW
           : sp <= c->top_sp
             || (c->top->routine == NULL && sp - old < NEAR_ABOVE))
          && stack_owner_suspended(tid, sp) == NULL;
}

Bool stack_owner_stays(ThreadId tid, const Control *c, Addr old, Addr sp)
{
   if (c->split_depth > 0)
      return is_on_split(tid, c, old, sp);
   switch (c->kind) {
   case NATIVE: return native_stays(tid, old, sp);
   case HANDLER: return handler_stays(tid, c, old, sp);
   case CONTEXT: return context_stays(tid, c, old, sp);
   }
   return False;
}
