/* The dirty helpers that instrumented code calls.

   Calls and returns have two paths.  The fast path is here, for nearly all of
   them.  The general path is in callgraph/shadow_stack.h, for every case.

   The fast path is taken if guest_call_handling allows it, the stack pointer
   shows that exactly this call begins or ends, and the activations are not
   foreign; the fastest part of it only if nothing was induced in the activation
   either.  The steps of shadow_stack_call and shadow_stack_return that the fast
   path leaves out would have no effect in this case.

   With CALLS_INLINE the helpers try the fast path first.  With
   CALLS_INLINE_FOLLOW_UP they call functions that take the same path, and then
   do the further steps (follow_up_call, follow_up_return).

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/helpers.h"
#include "base/options.h"
#include "callgraph/call_targets.h"
#include "callgraph/pending_count.h"
#include "callgraph/record.h"
#include "callgraph/zones.h"
#include "engine/reference/check.h"
#include "guest/guest_fields.h"
#include "threads/time_slice.h"
#include "threads/user_contexts.h"

static inline Addr stack_pointer(const UChar *guest)
{
   return *(const Addr *)(guest + guest_fields_offset_sp);
}

static inline GuestFields *take_fields(UChar *guest)
{
   GuestFields *g = guest_fields_in(guest);

   guest_fields_take(g);
   return g;
}

/* May the fast path be taken? */
static inline Bool is_inline(void)
{
   return guest_call_handling >= CALLS_INLINE;
}

static inline Bool has_room(const Control *c)
{
   return LIKELY(c->top != c->last && trms_fast_can_call(c->fast));
}

/* Does a call, if guest_call_handling allows the fast path, need no more than a
   push? */
static inline Bool is_simple_call(const Control *c, Addr sp)
{
   return LIKELY(CALL_PUSHES ? c->top->sp > sp : c->top->sp >= sp)
          && has_room(c);
}

/* May a jump of the top activation be one to its interpreter, which is a part
   of it (is_in_interpreter of shadow_stack.c)? */
static inline Bool may_be_in_interpreter(const Control *c)
{
   return UNLIKELY(c->top->routine->interpreted);
}

/* The same for the entry of `r` by a jump.  Is it the first tail call of the
   top activation's call?  Otherwise `r` must be searched for in the chain of
   tail calls (jump_in_chain). */
static inline Bool is_simple_tail_call(const Control *c, Addr sp,
                                       const Routine *r)
{
   return c->top > c->frames && c->top->sp == sp
          && !frame_is_of_call(&c->top[-1], sp, c->top->return_address)
          && c->top->routine != r && !may_be_in_interpreter(c) && !r->special
          && has_room(c);
}

/* Push an activation for a simple call, or simple tail call, by way of edge `e`
   from the top activation.  `pending` is the callee's pending_count.  Values
   are stored as soon as they are known, and the engine comes last: so there are
   registers for all of them, and none must be saved.  fetch: the end of the
   activation will probably record in the entry that was used last. */
static inline __attribute__((always_inline))
void push(GuestFields *g, Control *c, Addr sp, Addr return_address, Edge *e,
          UInt *pending, Bool fetch)
{
   Frame *f = c->top + 1;
   const ULong starts = trms_fast_next_starts(c->fast);

   f->return_address = return_address;
   f->sp = sp;
   f->pending = pending;
   f->below = (*pending)++;
   f->cost = g->cost;
   f->callees = 0;
   f->edge = e;
   f->foreign = f->outside = f->sized = f->collector = False;
   if (fetch) {
      __builtin_prefetch(record_entry_at(e->last));
      __builtin_prefetch(record_entry_at(e->last_extra));
   }
   Routine *callee = e->callee;
   c->top = f;
   f->routine = callee;
   trms_fast_push(c->fast, starts);
   guest_fields_give_top(g, starts, callee);
}

/* Do the further steps of CALLS_INLINE_FOLLOW_UP after a push. */
static inline void follow_up_call(GuestFields *g, Control *c)
{
   if (LIKELY(guest_call_handling != CALLS_INLINE_FOLLOW_UP))
      return;
   if (tool_options.both_engines)
      trms_check_call(c->input);
   guest_fields_update_window(g);
}

/* Push an activation of `r`, with the further steps. */
static inline void push_routine(GuestFields *g, Control *c, Addr sp,
                                Addr return_address, Routine *r)
{
   Edge *e = record_edge_of(c->top, r);

   push(g, c, sp, return_address, e, pending_count(c, r->pending), True);
   follow_up_call(g, c);
}

void helpers_call_routine(UChar *guest, Addr sp, Routine *r)
{
   GuestFields *g = guest_fields_in(guest);
   Control *c = control_current;

   if (is_inline() && is_simple_call(c, sp) && !r->special) {
      push_routine(g, c, sp, calls_return_address(sp), r);
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
Bool quick_call(UChar *guest, Addr sp, Edge *likely)
{
   Control *c = control_current;
   UInt *pending;

   if (!is_likely_call(c, sp, likely)
       || UNLIKELY((pending = pending_count_known(c, likely->pending))
                   == NULL))
      return False;
   push(guest_fields_in(guest), c, sp, calls_return_address(sp), likely,
        pending, True);
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
       && quick_call(guest, sp, likely))
      follow_up_call(g, c);
   else if (is_inline() && is_likely_call(c, sp, likely)) {
      push(g, c, sp, calls_return_address(sp), likely,
           pending_count(c, likely->callee->pending), True);
      follow_up_call(g, c);
   } else
      helpers_call_routine(guest, sp, likely->callee);
}

void helpers_call(UChar *guest, Addr sp, Edge *likely)
{
   if (UNLIKELY(guest_call_handling != CALLS_INLINE
                || !quick_call(guest, sp, likely)))
      slow_call(guest, sp, likely);
}

void helpers_call_zone(UChar *guest, Addr sp, Edge *edge)
{
   GuestFields *g = guest_fields_in(guest);

   if (LIKELY(guest_call_handling == CALLS_INLINE)
       && edge->callee->memory->kind == ZONE_ALLOCATOR
       && quick_call(guest, sp, edge)) {
      zones_enter_inline(control_current, sp, calls_return_address(sp),
                         g->cost);
      guest_fields_enter_leaf(g);
   } else
      helpers_call_routine(guest, sp, edge->callee);
}

void helpers_call_unknown(UChar *guest, Addr sp, Addr stub)
{
   GuestFields *g = take_fields(guest);

   shadow_stack_call_stub(sp, stub);
   guest_fields_give(g);
}

void helpers_call_interpreter(UChar *guest, Addr sp, Addr target)
{
   GuestFields *g = take_fields(guest);

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
   if (r != NULL && r->memory != NULL && !r->hidden && is_inline())
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

/* Is nothing else to be recorded of the top activation of `c` than its size,
   *size, for which rms, ext and trms are equal?  follow_up:
   CALLS_INLINE_FOLLOW_UP, the only way in which output is measured. */
static inline Bool is_plain(const Control *c, Bool follow_up, uint64_t *size)
{
   return trms_fast_is_plain(c->fast, size)
          && !(follow_up && tool_options.output);
}

/* Does the top activation `f` have a caller that is not foreign, and was
   nothing induced in it?  *size: its size. */
static inline Bool is_simple_top(const Control *c, const Frame *f,
                                 Bool follow_up, uint64_t *size)
{
   return f > c->floor && is_plain(c, follow_up, size);
}

/* Record a return with the further steps of CALLS_INLINE_FOLLOW_UP. */
static __attribute__((noinline))
void follow_up_return(GuestFields *g, Control *c, ULong size, const Frame *f,
                      prof_entry *u, ULong cost)
{
   if (tool_options.both_engines)
      trms_check_return(c->input, size);
   if (!options_is_without(PART_RECORDING))
      record_not_induced(f->edge, u, size, f->below, cost, f->callees);
   guest_fields_update_window(g);
}

/* Close the top activation `f`, for which is_simple_top is True.  `u`, with the
   reference `ref`, is the entry of its size; `e` is its edge.  Functions are
   called only at the end, and values are loaded where they are needed, so that
   few registers must be saved.  (The frame stays as it is until the next
   call.) */
static inline __attribute__((always_inline))
void close_simple(GuestFields *g, Control *c, Frame *f, Edge *e, ULong size,
                  prof_entry *u, EntryRef ref, Bool follow_up)
{
   ULong starts, cost;

   record_used(e, ref);
   starts = trms_fast_pop(c->fast, size);
   guest_fields_give_top(g, starts, f[-1].routine);
   c->top = f - 1;
   cost = g->cost - f->cost;
   f[-1].callees += cost;
   (*f->pending)--;
   if (follow_up)
      follow_up_return(g, c, size, f, u, cost);
   else
      record_not_induced(e, u, size, f->below, cost, f->callees);
}

/* Return the entry for activations of this size; *ref: its reference. */
static inline prof_entry *entry_for(const Control *c, const Frame *f,
                                    ULong size, EntryRef *ref)
{
   prof_entry *u;

   *ref = record_recent_entry(f->edge, size);
   u = record_entry_at(*ref);
   if (u->size != size) {
      u = record_other_entry(f->edge, c->os_thread, size);
      *ref = record_ref_to(u);
   }
   return u;
}

static void record_induced_activation(const Control *c, const Frame *f,
                           const Activation *a)
{
   EntryRef ref;

   if (a->sizes.rms == a->sizes.trms && !tool_options.output
       && !options_is_without(PART_RECORDING))
      record_induced(f->edge, entry_for(c, f, a->sizes.trms, &ref), f->below,
                     a->cost, a->self, &a->sizes);
   else
      record_activation(a);
}

/* Close the top activation `f`, in which something was induced, or whose output
   is measured: its sizes may differ, and the engine must also count what was
   induced in the activation below.  So this calls the engine's `ret`. */
static void close_induced(GuestFields *g, Control *c, Frame *f)
{
   Activation a = {
      .routine = f->routine, .edge = f->edge, .os_thread = c->os_thread,
      .outermost = f->below == 0, .cost = g->cost - f->cost,
      .self = g->cost - f->cost - f->callees
   };

   tool_options.engine->ret(c->input, &a.sizes);
   (*f->pending)--;
   c->top = f - 1;
   f[-1].callees += a.cost;
   guest_fields_give_top(g, trms_fast_starts(c->fast), f[-1].routine);
   record_induced_activation(c, f, &a);
   if (guest_call_handling == CALLS_INLINE_FOLLOW_UP)
      guest_fields_update_window(g);
}

/* Close the top activation, which has a caller that is not foreign. */
static inline void close_top(GuestFields *g, Control *c)
{
   Frame *f = c->top;
   uint64_t size;

   if (UNLIKELY(f->edge == NULL))
      f->edge = record_edge_of(f - 1, f->routine);
   const Bool follow_up = guest_call_handling == CALLS_INLINE_FOLLOW_UP;
   if (!is_plain(c, follow_up, &size)) {
      close_induced(g, c, f);
      return;
   }
   EntryRef ref;
   prof_entry *u = entry_for(c, f, size, &ref);
   close_simple(g, c, f, f->edge, size, u, ref, follow_up);
}

/* The rest of quick_close where the edge has no entry for the size at hand.
   (Apart, so that quick_close needs few registers.) */
static __attribute__((noinline))
void close_other_size(GuestFields *g, Control *c)
{
   Frame *f = c->top;
   uint64_t size;
   prof_entry *u;

   trms_fast_is_plain(c->fast, &size);
   u = record_other_entry(f->edge, c->os_thread, size);
   close_simple(g, c, f, f->edge, size, u, record_ref_to(u), False);
}

/* The same at a return: the thread makes progress (threads/time_slice.c). */
static __attribute__((noinline))
void return_other_size(GuestFields *g, Control *c)
{
   if (UNLIKELY(time_slice_extend_below > 0))
      time_slice_extend(guest_fields_guest(g));
   close_other_size(g, c);
}

/* The fastest path: the same as close_top if the activation is above the floor
   and its edge is known.  Return False if the path can't be taken; nothing has
   been done then.  Where the size is not at hand, everything that close_top
   would test has been tested: other_size, close_other_size or
   return_other_size, only finds the entry. */
static inline __attribute__((always_inline))
Bool quick_close(GuestFields *g, Control *c, Bool follow_up,
                 void (*other_size)(GuestFields *g, Control *c))
{
   Frame *f = c->top;
   Edge *e = f->edge;
   uint64_t size;

   if (!LIKELY(is_simple_top(c, f, follow_up, &size) && e != NULL))
      return False;
   EntryRef ref = record_recent_entry(e, size);
   prof_entry *u = record_entry_at(ref);
   if (LIKELY(u->size == size))
      close_simple(g, c, f, e, size, u, ref, follow_up);
   else if (follow_up)
      return False;
   else
      other_size(g, c);
   return True;
}

/* Close activations from the top down to the one above `last`, all of which are
   above the floor and plain; or fewer, if one's edge is not known.  The same as
   close_simple for each, and why the result is the same: what an activation
   leaves to the one below it, its size and its cost, is kept at hand instead of
   in memory, and recording looks at nothing else of the stack; the top is set
   where the last one has ended.  varies: their sizes probably have no entries
   at hand, as those of chains of tail calls, which differ each time. */
static inline __attribute__((always_inline))
void close_plain(GuestFields *g, Control *c, const Frame *last, Bool varies)
{
   Frame *f = c->top;
   trms_fast_activation *h = trms_fast_below(c->fast, 0);
   const ULong now = g->cost;
   ULong size = 0, callees = f->callees;
   Edge *e;

   while (f > last && (e = f->edge) != NULL) {
      size += (ULong)h->rms;
      prof_entry *u;
      if (varies)
         u = record_known_entry(e, c->os_thread, size);
      else {
         EntryRef ref = record_recent_entry(e, size);
         u = record_entry_at(ref);
         if (UNLIKELY(u->size != size)) {
            u = record_other_entry(e, c->os_thread, size);
            ref = record_ref_to(u);
         }
         record_used(e, ref);
      }
      const ULong cost = now - f->cost;
      (*f->pending)--;
      record_not_induced(e, u, size, f->below, cost, callees);
      f--;
      h--;
      callees = f->callees + cost;
   }
   f->callees = callees;
   c->top = f;
   guest_fields_give_top(g, trms_fast_pop_to(c->fast, h, size), f->routine);
}

/* Close the activations above `f`, which is the floor or lies above it. */
static inline __attribute__((always_inline))
void close_all_above(GuestFields *g, Control *c, const Frame *f, Bool varies)
{
   while (c->top > f) {
      const Frame *cold = c->top - trms_fast_plain(c->fast);
      if (guest_call_handling == CALLS_INLINE && c->top > cold
          && c->top->edge != NULL)
         close_plain(g, c, f > cold ? f : cold, varies);
      else
         close_top(g, c);
   }
}

static __attribute__((noinline))
void close_above(GuestFields *g, Control *c, const Frame *f)
{
   close_all_above(g, c, f, False);
}

/* The same for a jump back in a chain of tail calls. */
static __attribute__((noinline))
void close_chain_above(GuestFields *g, Control *c, const Frame *f)
{
   close_all_above(g, c, f, True);
}

/* Close the activations that a return, or a load of the stack pointer (target
   0), has left.  A return ends the activation whose return address it has taken
   from the stack, and its chain of tail calls; a load ends all activations that
   are below the stack pointer afterwards.  Return False if the general path
   must close more of them. */
static Bool close_left(GuestFields *g, Addr sp, Addr target)
{
   Control *c = control_current;
   const Frame *before = c->top, *f = before;

   while (f > c->floor && frame_is_left(f, sp, target))
      f--;
   close_above(g, c, f);
   if (UNLIKELY(frame_is_left(f, sp, target)))
      return False;
   if (target == 0 && c->top < before && c->top->routine->inlined != NULL) {
      c->lands = True;
      g->expected = 0;
   }
   return True;
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
       || !has_room(c)
       || !(is_chain_above_floor(c) || is_chain_over_sized(c, sp)))
      return False;
   if (*pending_count(c, r->pending) > 0)
      for (Frame *f = c->top; f >= c->frames && f->sp == sp; f--)
         if (f->routine == r) {
            if (UNLIKELY(f < c->floor))
               return False;
            close_above(g, c, f);
            return True;
         }
   if (r->special)
      return False;
   push_routine(g, c, sp, c->top->return_address, r);
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

/* The same as close_left if the return ends one activation, and quick_close
   closes it.  Return False if the path can't be taken; nothing has been done
   then. */
static inline __attribute__((always_inline))
Bool quick_return(UChar *guest, Addr sp, Addr target, Bool follow_up)
{
   Control *c = control_current;
   const Frame *f = c->top;

   return LIKELY(f->return_address == target && frame_is_left(f, sp, target)
                 && !frame_is_left(f - 1, sp, target))
          && quick_close(guest_fields_in(guest), c, follow_up,
                         return_other_size);
}

/* A return in a leaf.  Return False if the allocator goes on after it.  If the
   allocator ends, and the thread's state is the same as when it was called,
   then end its zone: its activation can be closed by the fast path. */
static Bool leave_leaf(GuestFields *g, Addr sp, Addr target)
{
   Control *c = control_current;
   const Zone *z = zones_top(c);

   if (!zone_is_left(z, sp, target))
      return False;
   if (z->inline_entry && trms_fast_has_window(c->fast)) {
      g->cost = zones_charge(z, g->cost);
      c->n_zones = 0;
      guest_fields_leave_leaf();
   }
   return True;
}

static __attribute__((noinline))
void slow_return(UChar *guest, Addr sp, Addr target)
{
   GuestFields *g = guest_fields_in(guest);

   if (UNLIKELY(time_slice_extend_below > 0))
      time_slice_extend(guest);
   if (guest_call_handling == CALLS_IN_LEAF
       && (!leave_leaf(g, sp, target)
           || (guest_call_handling == CALLS_INLINE
               && quick_return(guest, sp, target, False))))
      return;
   if (guest_call_handling == CALLS_INLINE_FOLLOW_UP
       && quick_return(guest, sp, target, True))
      return;
   if (is_inline() && close_left(g, sp, target))
      return;
   guest_fields_take(g);
   shadow_stack_return(sp, target);
   guest_fields_give(g);
}

void helpers_return(UChar *guest, Addr sp, Addr target)
{
   if (UNLIKELY(guest_call_handling != CALLS_INLINE
                || !quick_return(guest, sp, target, False)))
      slow_return(guest, sp, target);
}

static __attribute__((noinline))
void slow_entry(UChar *guest, Control *c, Addr sp, Routine *r)
{
   GuestFields *g = guest_fields_in(guest);

   if (guest_call_handling == CALLS_IN_LEAF && !zones_may_nest(c, r))
      return;
   if (is_inline() && frame_is_inlined_in(c->top, r, sp))
      return;
   if (is_inline() && is_simple_tail_call(c, sp, r)) {
      push_routine(g, c, sp, c->top->return_address, r);
      return;
   }
   if (is_inline() && jump_in_chain(g, c, sp, r))
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
            close_chain_above(g, c, f);
            return;
         }
      Edge *e = record_edge_at_hand(c->top->routine, r);
      if (e != NULL && !r->special && has_room(c)) {
         push(g, c, sp, c->top->return_address, e, pending, False);
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
   Control *c = control_current;
   const Addr sp = stack_pointer(guest);
   UInt *pending;
   Edge *e;

   if (LIKELY(guest_call_handling == CALLS_INLINE && from != NULL
              && c->top->sp == sp && !from->may_stay
              && (pending = pending_count_known(c, r->pending)) != NULL)) {
      if (*pending > 0 || c->has_foreign) {
         pending_entry(guest, c, sp, r, pending);
         return;
      }
      if (LIKELY((e = record_edge_at_hand(from, r)) != NULL && !r->special
                 && has_room(c))) {
         push(g, c, sp, c->top->return_address, e, pending, False);
         return;
      }
   }
   slow_entry(guest, c, sp, r);
}

/* The same as open_inlined of shadow_stack.c.  Return False if the general path
   must open the rest. */
static Bool open_inlined(GuestFields *g, Control *c, const InlinedCall *call)
{
   if (call->parent != inlined_of(c->top->routine, call->host)
       && !open_inlined(g, c, call->parent))
      return False;
   if (!has_room(c) || call->routine->special)
      return False;
   push_routine(g, c, c->top->sp, c->top->return_address, call->routine);
   return True;
}

/* Find what happens at a point if `top` is on the top of the shadow stack. */
static __attribute__((noinline))
void learn_point(InlinedPoint *p, const Routine *top)
{
   const InlinedCall *call = inlined_of(top, p->host);

   p->known = top;
   p->closes = 0;
   p->opens = False;
   if (call == NULL && top != p->host && !p->is_rest)
      return;
   for (; call != NULL && !inlined_point_keeps(p, call); call = call->parent)
      p->closes++;
   p->opens = inlined_point_opens(p, call);
}

/* The same as open_inlined if one call opens, by way of the edge that it was
   opened by last.  Return False if the path can't be taken; nothing has been
   done then. */
static inline __attribute__((always_inline))
Bool quick_open(GuestFields *g, Control *c, const InlinedCall *call)
{
   Routine *r = call->routine;
   Edge *e = r->last_edge;
   UInt *pending;

   if (!LIKELY(e != NULL && e->caller == c->top->routine
               && call->parent == inlined_of(e->caller, call->host)
               && has_room(c) && !r->special)
       || UNLIKELY((pending = pending_count_known(c, r->pending)) == NULL))
      return False;
   push(g, c, c->top->sp, c->top->return_address, e, pending, True);
   return True;
}

/* The same as shadow_stack_inlined.  Return False if the general path must do
   the rest. */
static inline __attribute__((always_inline))
Bool quick_inlined(GuestFields *g, Control *c, InlinedPoint *p, Bool follow_up)
{
   if (UNLIKELY(c->top->routine != p->known))
      learn_point(p, c->top->routine);
   for (UInt n = p->closes; n > 0; n--)
      if (!quick_close(g, c, follow_up, close_other_size)) {
         if (UNLIKELY(c->top <= c->floor))
            return False;
         close_top(g, c);
      }
   return !p->opens || (!follow_up && quick_open(g, c, p->open))
          || open_inlined(g, c, p->open);
}

static __attribute__((noinline))
void slow_inlined(UChar *guest, InlinedPoint *p)
{
   GuestFields *g = guest_fields_in(guest);

   if (guest_call_handling == CALLS_IN_LEAF
       ? !zones_in_inlined(control_current)
       : guest_call_handling == CALLS_INLINE_FOLLOW_UP
         && quick_inlined(g, control_current, p, True))
      return;
   guest_fields_take(g);
   shadow_stack_inlined(p);
   guest_fields_give(g);
}

void helpers_inlined(UChar *guest, InlinedPoint *p)
{
   if (UNLIKELY(guest_call_handling != CALLS_INLINE
                || !quick_inlined(guest_fields_in(guest), control_current, p,
                                  False)))
      slow_inlined(guest, p);
}

void helpers_stub_jump(UChar *guest, Addr target)
{
   GuestFields *g = take_fields(guest);

   shadow_stack_stub_jump(target);
   guest_fields_give(g);
}

void helpers_resolver(UChar *guest, Addr sp)
{
   GuestFields *g = take_fields(guest);

   shadow_stack_resolver_starts(sp);
   guest_fields_give(g);
}

void helpers_resolver_goes_on(UChar *guest, Addr sp)
{
   GuestFields *g = take_fields(guest);

   shadow_stack_resolver_goes_on(sp);
   guest_fields_give(g);
}

void helpers_indirect_jump(UChar *guest, Addr target)
{
   GuestFields *g = take_fields(guest);

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

/* In most cases the top activation gives up its frame, or a part of it; or
   longjmp, or an exception, has left some activations. */
static void stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn)
{
   GuestFields *g = guest_fields_in(guest);

   if (is_inline() && control_current->split_depth == 0) {
      if (!user_contexts_stays_on_stack(old, sp)) {
         guest_fields_take(g);
         user_contexts_stack_left(old, sp, insn);
         guest_fields_give(g);
         return;
      }
      if (close_left(g, sp, 0))
         return;
   }
   guest_fields_take(g);
   user_contexts_stack_loaded(old, sp, insn);
   guest_fields_give(g);
}

void helpers_stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn)
{
   if (guest_call_handling == CALLS_GENERAL
       || !user_contexts_stays_in_frame(control_current, old, sp))
      stack_loaded(guest, old, sp, insn);
   guest_fields_in(guest)->frame_end
      = guest_call_handling == CALLS_GENERAL
        ? 0 : user_contexts_frame_end(control_current);
}

void helpers_read(Addr a, SizeT n)
{
   if (zones_measure(control_current) == MEASURE_ALL)
      tool_options.engine->read(control_current->input, a, n);
}

void helpers_write(Addr a, SizeT n)
{
   const ZoneMeasure measure = zones_measure(control_current);

   if (measure == MEASURE_ALL)
      tool_options.engine->write(control_current->input, a, n);
   else if (measure == MEASURE_WRITES)
      tool_options.engine->write_apart(control_current->input, a, n);
}

void helpers_checked_read(Addr a, SizeT n)
{
   if (zones_measure(control_current) == MEASURE_ALL)
      trms_check_read(control_current->input, a, n);
}

void helpers_checked_write(Addr a, SizeT n)
{
   const ZoneMeasure measure = zones_measure(control_current);

   if (measure == MEASURE_ALL)
      trms_check_write(control_current->input, a, n);
   else if (measure == MEASURE_WRITES)
      trms_check_write_apart(control_current->input, a, n);
}
