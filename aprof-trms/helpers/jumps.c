/* Jumps: tail calls, PLT stubs, the lazy resolver.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "helpers/jumps.h"
#include "callgraph/call_targets.h"
#include "callgraph/zones.h"
#include "helpers/closing.h"
#include "helpers/fast_path.h"

static inline Addr stack_pointer(const UChar *guest)
{
   return *(const Addr *)(guest + guest_fields_offset_sp);
}

/* May a jump of the top activation be one to its interpreter, which is a part
   of it (is_in_interpreter of shadow_stack.c)? */
static inline Bool may_be_in_interpreter(const Control *c)
{
   return UNLIKELY(c->top->routine->interpreted);
}

/* Does the entry of `r` by a jump, if guest_call_handling allows the fast path,
   need no more than a push?  Is it the first tail call of the
   top activation's call?  Otherwise `r` must be searched for in the chain of
   tail calls (jump_in_chain). */
static inline Bool is_simple_tail_call(const Control *c, Addr sp,
                                       const Routine *r)
{
   return c->top > c->frames && c->top->sp == sp
          && !frame_is_of_call(&c->top[-1], sp, c->top->return_address)
          && c->top->routine != r && !may_be_in_interpreter(c) && !r->special
          && fast_path_has_room(c);
}

/* Is the chain of tail calls of the top activation above the floor, or is the
   floor the root? */
static inline Bool is_chain_above_floor(const Control *c)
{
   return c->floor == c->frames
          || (c->floor <= c->top && c->floor->sp != c->top->sp);
}

/* Is the floor an activation in the chain that has a GivenSize, with all of the
   chain in memory, and nothing foreign in it?  Then only the activations above
   the floor can be closed here, but all of the chain can be searched.  The
   first routine of an interpreter whose routines jump to each other is observed
   as long as the interpreter runs. */
static Bool is_chain_over_sized(const Control *c, Addr sp)
{
   if (c->packed > 0 || c->split_depth > 0 || c->floor > c->top
       || !c->floor->sized)
      return False;
   for (const Frame *f = c->floor; f >= c->frames && f->sp == sp; f--)
      if (f->foreign)
         return False;
   return True;
}

/* The same as shadow_stack_entry, for a jump of the last activation of a chain
   of tail calls.  If `r` has an activation in the chain, then it goes on there,
   and the activations above it end.  A long chain is searched only if `r` has a
   pending activation at all.  Foreign activations are not counted as pending:
   none of them is in the chain.  Return False if the fast path can't be taken;
   nothing has been done then. */
static __attribute__((noinline))
Bool jump_in_chain(GuestFields *g, Control *c, Addr sp, Routine *r)
{
   if (c->top->sp != sp || c->top->routine == r || may_be_in_interpreter(c)
       || !fast_path_has_room(c)
       || !(is_chain_above_floor(c) || is_chain_over_sized(c, sp)))
      return False;
   if (*pending_count(c, r->pending) > 0)
      for (Frame *f = c->top; f >= c->frames && f->sp == sp; f--)
         if (f->routine == r) {
            if (UNLIKELY(f < c->floor))
               return False;
            closing_above(g, c, f);
            return True;
         }
   if (r->special)
      return False;
   fast_path_push_routine(g, c, sp, c->top->return_address, r);
   return True;
}

/* The same as is_chain_above_floor or is_chain_over_sized, where the floor, if
   it is in the chain, is its first activation.  Then all of the chain is at the
   floor or above it. */
static inline Bool is_chain_at_hand(const Control *c, Addr sp)
{
   const Frame *floor = c->floor;

   if (floor == c->frames)
      return True;
   if (floor > c->top || floor->sp != sp)
      return floor <= c->top;
   return floor->sized && !floor->foreign && c->packed == 0
          && c->split_depth == 0 && floor[-1].sp != sp;
}

static __attribute__((noinline))
void slow_entry(UChar *guest, Control *c, Addr sp, Routine *r)
{
   GuestFields *g = guest_fields_in(guest);

   if (guest_call_handling == CALLS_IN_LEAF && !zones_may_nest(c, r))
      return;
   if (fast_path_is_open() && frame_is_inlined_in(c->top, r, sp))
      return;
   if (fast_path_is_open() && is_simple_tail_call(c, sp, r)) {
      fast_path_push_routine(g, c, sp, c->top->return_address, r);
      return;
   }
   if (fast_path_is_open() && jump_in_chain(g, c, sp, r))
      return;
   guest_fields_take(g);
   shadow_stack_entry(sp, r);
   guest_fields_give(g);
}

/* The same as jump_in_chain, without calls of other functions unless activations
   end, where an activation of the routine is pending, or one may be foreign; or
   else the general path. */
static __attribute__((noinline))
void pending_entry(UChar *guest, Control *c, Addr sp, Routine *r,
                   UInt *pending)
{
   GuestFields *g = guest_fields_in(guest);

   if (is_chain_at_hand(c, sp)) {
      for (const Frame *f = c->top - 1; f >= c->floor && f->sp == sp; f--)
         if (f->routine == r) {
            closing_chain_above(g, c, f);
            return;
         }
      Edge *e = record_edge_at_hand(c->top->routine, r);
      if (e != NULL && !r->special && fast_path_has_room(c)) {
         fast_path_push(g, c, sp, c->top->return_address, e, pending, False);
         return;
      }
   }
   slow_entry(guest, c, sp, r);
}

/* The fastest path is for a jump from the last activation of a chain of tail
   calls, by way of an edge that is at hand.  If no activation of the routine is
   pending, not even a foreign one, then it is not in the chain, wherever the
   floor is: it begins above the top, which is not foreign.  (The expected
   routine is the top's, and differs.)  All functions are called at the end, so
   that few registers must be saved. */
void helpers_entry(UChar *guest, UWord difference)
{
   GuestFields *g = guest_fields_in(guest);
   const Routine *from = (Routine *)g->expected;
   Routine *r = (Routine *)(g->expected ^ difference);
   Control *c = guest_inline_control;
   const Addr sp = stack_pointer(guest);
   UInt *pending;
   Edge *e;

   if (LIKELY(from != NULL && c->top->sp == sp && !from->may_stay
              && (pending = pending_count_known(c, r->pending)) != NULL)) {
      if (*pending > 0 || c->has_foreign) {
         pending_entry(guest, c, sp, r, pending);
         return;
      }
      if (LIKELY((e = record_edge_at_hand(from, r)) != NULL && !r->special
                 && fast_path_has_room(c))) {
         fast_path_push(g, c, sp, c->top->return_address, e, pending, False);
         return;
      }
   }
   slow_entry(guest, control_current, sp, r);
}

void helpers_in_hidden(UChar *guest)
{
   if (guest_call_handling != CALLS_IN_LEAF) {
      GuestFields *g = guest_fields_taken(guest);
      shadow_stack_in_hidden(stack_pointer(guest));
      guest_fields_give(g);
   }
}

void helpers_stub_jump(UChar *guest, Addr target)
{
   GuestFields *g = guest_fields_taken(guest);

   shadow_stack_stub_jump(target);
   guest_fields_give(g);
}

void helpers_resolver(UChar *guest, Addr sp)
{
   GuestFields *g = guest_fields_taken(guest);

   shadow_stack_resolver_starts(sp);
   guest_fields_give(g);
}

void helpers_resolver_goes_on(UChar *guest, Addr sp)
{
   GuestFields *g = guest_fields_taken(guest);

   shadow_stack_resolver_goes_on(sp);
   guest_fields_give(g);
}

void helpers_indirect_jump(UChar *guest, Addr target)
{
   GuestFields *g = guest_fields_taken(guest);

   shadow_stack_indirect_jump(stack_pointer(guest), target);
   guest_fields_give(g);
}

void helpers_jump_out(UChar *guest, Addr target)
{
   const GuestFields *g = guest_fields_in(guest);
   const Routine *r;

   if (g->expected == 0 || control_current->top->sp != stack_pointer(guest))
      return;
   r = call_targets_routine(target);
   if (r != NULL && !r->has_symbol && g->expected != (UWord)r)
      helpers_entry(guest, g->expected ^ (UWord)r);
}
