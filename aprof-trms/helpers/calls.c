/* Calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "helpers/calls.h"
#include "callgraph/allocations.h"
#include "callgraph/call_targets.h"
#include "callgraph/zones.h"
#include "helpers/fast_path.h"

/* Does a call, if guest_call_handling allows the fast path, need no more than a
   push? */
static inline Bool is_simple_call(const Control *c, Addr sp)
{
   return LIKELY(CALL_PUSHES ? c->top->sp > sp : c->top->sp >= sp)
          && fast_path_has_room(c);
}

void helpers_call_routine(UChar *guest, Addr sp, Routine *r)
{
   GuestFields *g = guest_fields_in(guest);
   Control *c = control_current;

   if (fast_path_is_open() && is_simple_call(c, sp) && !r->special) {
      fast_path_push_routine(g, c, sp, calls_return_address(sp), r);
      return;
   }
   if (guest_call_handling == CALLS_IN_LEAF && !zones_may_nest(c, r))
      return;
   guest_fields_take(g);
   shadow_stack_call(sp, r);
   guest_fields_give(g);
}

/* Is it a simple call by way of the likely edge? */
static inline Bool is_likely_call(const Control *c, Addr sp,
                                  const Edge *likely)
{
   return is_simple_call(c, sp) && LIKELY(likely->caller == c->top->routine);
}

/* The fastest path.  Return False if it can't be taken; nothing has been done
   then. */
static inline __attribute__((always_inline))
Bool quick_call(UChar *guest, Control *c, Addr sp, Edge *likely)
{
   UInt *pending;

   if (!is_likely_call(c, sp, likely)
       || UNLIKELY((pending = pending_count_known(c, likely->pending))
                   == NULL))
      return False;
   fast_path_push(guest_fields_in(guest), c, sp, calls_return_address(sp),
                  likely, pending, True);
   return True;
}

static __attribute__((noinline))
void slow_call(UChar *guest, Addr sp, Edge *likely)
{
   GuestFields *g = guest_fields_in(guest);
   Control *c = control_current;

   if (likely->pending == &pending_count_none) {
      if (likely->callee->special) {
         helpers_call_routine(guest, sp, likely->callee);
         return;
      }
      likely->pending = likely->callee->pending;
   }
   if (guest_call_handling == CALLS_INLINE_FOLLOW_UP
       && quick_call(guest, c, sp, likely))
      fast_path_follow_up(g, c);
   else if (fast_path_is_open() && is_likely_call(c, sp, likely)) {
      fast_path_push(g, c, sp, calls_return_address(sp), likely,
                     pending_count(c, likely->callee->pending), True);
      fast_path_follow_up(g, c);
   } else
      helpers_call_routine(guest, sp, likely->callee);
}

void helpers_call(UChar *guest, Addr sp, Edge *likely)
{
   if (UNLIKELY(!quick_call(guest, guest_inline_control, sp, likely)))
      slow_call(guest, sp, likely);
}

void helpers_call_zone(UChar *guest, Addr sp, Edge *edge)
{
   GuestFields *g = guest_fields_in(guest);

   if (edge->callee->memory->kind == ZONE_ALLOCATOR
       && quick_call(guest, guest_inline_control, sp, edge)) {
      zones_enter_inline(control_current, sp, calls_return_address(sp),
                         g->cost);
      guest_fields_enter_leaf(g);
      allocations_begin(control_current, edge->callee, 1);
   } else
      helpers_call_routine(guest, sp, edge->callee);
}

void helpers_call_unknown(UChar *guest, Addr sp, Addr stub)
{
   GuestFields *g = guest_fields_taken(guest);

   shadow_stack_call_stub(sp, stub);
   guest_fields_give(g);
}

void helpers_call_interpreter(UChar *guest, Addr sp, Addr target)
{
   GuestFields *g = guest_fields_taken(guest);

   shadow_stack_call_interpreter(sp, target);
   guest_fields_give(g);
}

/* A call that misses the inline cache. */
static __attribute__((noinline))
void missed_call(UChar *guest, Addr sp, Addr target, Addr stub,
                 CallSite *site)
{
   Routine *r = call_targets_routine(target);

   if (r != NULL)
      call_sites_note(site, r, calls_return_address(sp));
   if (r != NULL && r->memory != NULL && !r->hidden && fast_path_is_open())
      helpers_call_zone(guest, sp, record_edge_of(control_current->top, r));
   else if (r != NULL) {
      helpers_call_routine(guest, sp, r);
      call_sites_update(site, target, r);
   } else
      helpers_call_unknown(guest, sp, stub);
}

/* Does the call hit the inline cache? */
static inline Bool is_hit(const CallSite *site, Addr target)
{
   return LIKELY(site->target == target && site->edge != NULL);
}

void helpers_call_indirect(UChar *guest, Addr sp, Addr target, CallSite *site)
{
   if (is_hit(site, target))
      helpers_call(guest, sp, site->edge);
   else
      missed_call(guest, sp, target, target, site);
}

/* If the stub's slot has the address of a routine already, then the stub will
   jump there: no other thread runs before it does. */
void helpers_call_stub(UChar *guest, Addr sp, Addr stub, const Addr *slot,
                       CallSite *site)
{
   if (is_hit(site, *slot))
      helpers_call(guest, sp, site->edge);
   else
      missed_call(guest, sp, *slot, stub, site);
}
