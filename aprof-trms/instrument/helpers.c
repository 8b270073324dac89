/* What instrumented code calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/helpers.h"
#include "guest/guest_fields.h"
#include "base/options.h"
#include "callgraph/call_targets.h"
#include "callgraph/pending_count.h"
#include "callgraph/record.h"
#include "callgraph/zones.h"
#include "threads/user_contexts.h"
#include "threads/time_slice.h"
#include "engine/reference/check.h"

static inline Addr stack_pointer(const UChar *guest)
{
   return *(const Addr *)(guest + guest_fields_offset_sp);
}

static inline GuestFields *take(UChar *guest)
{
   GuestFields *g = guest_fields_in(guest);

   guest_fields_take(g);
   return g;
}

/* Nearly all calls and returns are of one kind, and have a short way here:
   guest_call_handling, the stack pointer says that just this call is entered or left, and
   the activations are this process's; the shortest where nothing was induced,
   either.  What it leaves out of shadow_stack_call and shadow_stack_return is what these would find
   to be so.

   That is CALLS_INLINE.  With CALLS_INLINE_FOLLOW_UP the same functions do the same, by way
   of those that are called where something is in the way, and then see to the
   rest. */

static inline Bool is_handled_here(void)
{
   return guest_call_handling >= CALLS_INLINE;
}

static inline Bool has_room(const Control *c)
{
   return LIKELY(c->top != c->last && trms_fast_can_call(c->fast));
}

static inline Bool is_plain_call(const Control *c, Addr sp)
{
   return LIKELY(CALL_PUSHES ? c->top->sp > sp : c->top->sp >= sp)
          && has_room(c);
}

/* Has the top activation jumped to another routine, as the first in its place?
   shadow_stack_entry would look for this one among those that have. */
static inline Bool is_plain_tail_call(const Control *c, Addr sp,
                                      const Routine *r)
{
   return c->top > c->frames && c->top->sp == sp
          && !frame_is_of_call(&c->top[-1], sp, c->top->return_address)
          && c->top->routine != r && !r->special && has_room(c);
}

/* Open an activation by such a call, or tail call, along an edge from the top
   activation; `pending` is the callee's pending_count.  Functions are called at
   the end only, so that few registers need to be saved. */
static inline void open_plain(GuestFields *g, Control *c, Addr sp,
                              Addr return_address, Edge *e, UInt *pending)
{
   Frame *f = c->top + 1;
   Routine *r = e->callee;
   ULong starts = trms_fast_push(c->fast);

   /* Likely what the return will record in. */
   __builtin_prefetch(record_entry_at(e->last));
   __builtin_prefetch(record_entry_at(e->last_extra));
   c->top = f;
   f->routine = r;
   f->sp = sp;
   f->return_address = return_address;
   f->cost = g->cost;
   f->callees = 0;
   f->edge = e;
   f->foreign = f->outside = f->collector = False;
   f->pending = pending;
   f->below = (*pending)++;
   guest_fields_give_top(g, starts, r);
}

static inline void tell_of_call(GuestFields *g, Control *c)
{
   if (LIKELY(guest_call_handling != CALLS_INLINE_FOLLOW_UP))
      return;
   if (tool_options.both_engines)
      trms_check_call(c->input);
   guest_fields_update_window(g);
}

/* The same to a routine. */
static inline void open_plain_to(GuestFields *g, Control *c, Addr sp,
                                 Addr return_address, Routine *r)
{
   Edge *e = record_edge_of(c->top, r);

   open_plain(g, c, sp, return_address, e, pending_count(c, e->pending));
   tell_of_call(g, c);
}

void helpers_call_routine(UChar *guest, Addr sp, Routine *r)
{
   GuestFields *g = guest_fields_in(guest);
   Control *c = control_current;

   if (is_handled_here() && is_plain_call(c, sp) && !r->special) {
      open_plain_to(g, c, sp, calls_return_address(sp), r);
      return;
   }
   if (guest_call_handling == CALLS_IN_LEAF && !zones_may_nest(c, r))
      return;
   guest_fields_take(g);
   shadow_stack_call(sp, r);
   guest_fields_give(g);
}

static inline Bool is_along(const Control *c, Addr sp, const Edge *likely)
{
   return is_plain_call(c, sp) && LIKELY(likely->caller == c->top->routine);
}

/* The shortest way.  False: nothing is done yet. */
static inline __attribute__((always_inline))
Bool quick_call(UChar *guest, Addr sp, Edge *likely)
{
   Control *c = control_current;
   UInt *pending;

   if (!is_along(c, sp, likely)
       || UNLIKELY((pending = pending_count_known(c, likely->pending))
                   == NULL))
      return False;
   open_plain(guest_fields_in(guest), c, sp, calls_return_address(sp), likely,
              pending);
   return True;
}

static __attribute__((noinline))
void call_by_steps(UChar *guest, Addr sp, Edge *likely)
{
   GuestFields *g = guest_fields_in(guest);
   Control *c = control_current;

   if (guest_call_handling == CALLS_INLINE_FOLLOW_UP && quick_call(guest, sp, likely))
      tell_of_call(g, c);
   else if (is_handled_here() && is_along(c, sp, likely)) {
      open_plain(g, c, sp, calls_return_address(sp), likely,
                 pending_count(c, likely->pending));
      tell_of_call(g, c);
   } else
      helpers_call_routine(guest, sp, likely->callee);
}

void helpers_call(UChar *guest, Addr sp, Edge *likely)
{
   if (UNLIKELY(guest_call_handling != CALLS_INLINE || !quick_call(guest, sp, likely)))
      call_by_steps(guest, sp, likely);
}

void helpers_call_zone(UChar *guest, Addr sp, Edge *edge)
{
   GuestFields *g = guest_fields_in(guest);

   if (LIKELY(guest_call_handling == CALLS_INLINE)
       && edge->callee->memory->kind == ZONE_ALLOCATOR
       && quick_call(guest, sp, edge)) {
      zones_enter_inline(control_current, sp, calls_return_address(sp), g->cost);
      guest_fields_enter_leaf(g);
   } else
      helpers_call_routine(guest, sp, edge->callee);
}

void helpers_call_unknown(UChar *guest, Addr sp, Addr stub)
{
   GuestFields *g = take(guest);

   shadow_stack_call_stub(sp, stub);
   guest_fields_give(g);
}

static __attribute__((noinline))
void call_elsewhere(UChar *guest, Addr sp, Addr target, Addr stub,
                    CallSite *site)
{
   Routine *r = call_targets_routine(target);

   if (r != NULL && r->memory != NULL && !r->hidden && is_handled_here())
      helpers_call_zone(guest, sp, record_edge_of(control_current->top, r));
   else if (r != NULL) {
      helpers_call_routine(guest, sp, r);
      call_sites_update(site, target, r);
   } else
      helpers_call_unknown(guest, sp, stub);
}

static inline Bool has_led_to(const CallSite *site, Addr target)
{
   return LIKELY(site->target == target && site->edge != NULL);
}

void helpers_call_indirect(UChar *guest, Addr sp, Addr target, CallSite *site)
{
   if (has_led_to(site, target))
      helpers_call(guest, sp, site->edge);
   else
      call_elsewhere(guest, sp, target, target, site);
}

/* Where the stub's slot leads to a routine already, that is what it will jump
   to: the thread runs on. */
void helpers_call_stub(UChar *guest, Addr sp, Addr stub, const Addr *slot,
                     CallSite *site)
{
   if (has_led_to(site, *slot))
      helpers_call(guest, sp, site->edge);
   else
      call_elsewhere(guest, sp, *slot, stub, site);
}

static inline Bool is_plain_top(const Control *c, const Frame *f,
                                uint64_t *size)
{
   return f > c->floor && trms_fast_is_plain(c->fast, size);
}

static __attribute__((noinline))
void record_told(GuestFields *g, Control *c, ULong size, const Frame *f,
                 prof_entry *u, EntryRef ref, ULong cost, ULong self)
{
   if (tool_options.both_engines)
      trms_check_return(c->input, size);
   if (!options_is_without(PART_RECORDING))
      record_not_induced(f->edge, u, ref, f->below, cost, self);
   guest_fields_update_window(g);
}

/* The top activation `f`, which is_plain_top, returns; `u`, at `ref`, is what it
   is recorded in.  Nothing is called but at the end: few registers need to be
   saved. */
static inline __attribute__((always_inline))
void close_plain(GuestFields *g, Control *c, Frame *f, ULong size,
                 prof_entry *u, EntryRef ref, Bool told)
{
   ULong cost = g->cost - f->cost, self = cost - f->callees;
   ULong starts = trms_fast_pop(c->fast);

   (*f->pending)--;
   c->top = f - 1;
   f[-1].callees += cost;
   guest_fields_give_top(g, starts, f[-1].routine);
   if (told)
      record_told(g, c, size, f, u, ref, cost, self);
   else
      record_not_induced(f->edge, u, ref, f->below, cost, self);
}

/* What an activation of this size is recorded in; `ref`: where it is. */
static inline prof_entry *entry_for(const Control *c, const Frame *f,
                                    ULong size, EntryRef *ref)
{
   prof_entry *u;

   *ref = record_recent_entry(f->edge, size);
   u = record_entry_at(*ref);
   if (u->size != size) {
      u = record_find_entry(f->edge, c->os_thread, size);
      *ref = record_ref_to(u);
   }
   return u;
}

static void record_induced_activation(const Control *c, const Frame *f,
                           const Activation *a)
{
   EntryRef ref;

   if (a->sizes.rms == a->sizes.trms && !options_is_without(PART_RECORDING))
      record_induced(f->edge, entry_for(c, f, a->sizes.trms, &ref), f->below,
                        a->cost, a->self, &a->sizes);
   else
      record_activation(a);
}

/* The same where something was induced: its sizes may differ, and who called it
   may have to be told. */
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

/* The top activation ends, which has a caller of this process. */
static inline void close_one(GuestFields *g, Control *c)
{
   Frame *f = c->top;
   uint64_t size;

   if (UNLIKELY(f->edge == NULL))
      f->edge = record_edge_of(f - 1, f->routine);
   if (!trms_fast_is_plain(c->fast, &size)) {
      close_induced(g, c, f);
      return;
   }
   EntryRef ref;
   prof_entry *u = entry_for(c, f, size, &ref);
   close_plain(g, c, f, size, u, ref, guest_call_handling == CALLS_INLINE_FOLLOW_UP);
}

/* A return ends the activation whose return address it has taken from the
   stack, and those that this one has jumped to; a load of the stack pointer all
   that it leaves below.  False: something is left to be done. */
static Bool close_left(GuestFields *g, Addr sp, Addr target)
{
   Control *c = control_current;

   while (frame_is_left(c->top, sp, target)) {
      if (UNLIKELY(c->top <= c->floor))
         return False;
      close_one(g, c);
   }
   return True;
}

/* As shadow_stack_entry, for a jump from the end of a chain of tail calls.  Is the routine
   in the chain it goes on there, and what is above ends.  Where none of its
   activations is pending it can't be, so that long chains are not searched; what
   is inherited over a fork is not among those that are counted.  False: nothing
   is done yet. */
static __attribute__((noinline))
Bool jump_in_chain(GuestFields *g, Control *c, Addr sp, Routine *r)
{
   if (c->top->sp != sp || c->floor != c->frames || r->special
       || c->top->routine == r || !has_room(c))
      return False;
   if (*pending_count(c, r->pending) > 0)
      for (Frame *f = c->top; f >= c->frames && f->sp == sp; f--)
         if (f->routine == r) {
            while (c->top > f)
               close_one(g, c);
            return True;
         }
   open_plain_to(g, c, sp, c->top->return_address, r);
   return True;
}

/* Mostly it is one activation, and of a size that there was recently: this does
   what close_left would do.  False: nothing is done yet. */
static inline __attribute__((always_inline))
Bool quick_return(UChar *guest, Addr sp, Addr target, Bool told)
{
   Control *c = control_current;
   Frame *f = c->top;
   uint64_t size;

   if (LIKELY(f->return_address == target && frame_is_left(f, sp, target)
              && is_plain_top(c, f, &size)
              && !frame_is_left(f - 1, sp, target) && f->edge != NULL)) {
      EntryRef ref = record_recent_entry(f->edge, size);
      prof_entry *u = record_entry_at(ref);
      if (LIKELY(u->size == size)) {
         close_plain(guest_fields_in(guest), c, f, size, u, ref, told);
         return True;
      }
   }
   return False;
}

/* Does the return end the allocator, and not just a part of it?  If all is as it
   was when the allocator was called, then it is an activation like others from
   now on. */
static Bool ends_leaf(GuestFields *g, Addr sp, Addr target)
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
void return_by_steps(UChar *guest, Addr sp, Addr target)
{
   GuestFields *g = guest_fields_in(guest);

   if (UNLIKELY(time_slice_extend_below > 0))
      time_slice_extend(guest);
   if (guest_call_handling == CALLS_IN_LEAF && !ends_leaf(g, sp, target))
      return;
   if (guest_call_handling == CALLS_INLINE && quick_return(guest, sp, target, False))
      return;
   if (guest_call_handling == CALLS_INLINE_FOLLOW_UP && quick_return(guest, sp, target, True))
      return;
   if (is_handled_here() && close_left(g, sp, target))
      return;
   guest_fields_take(g);
   shadow_stack_return(sp, target);
   guest_fields_give(g);
}

void helpers_return(UChar *guest, Addr sp, Addr target)
{
   if (UNLIKELY(guest_call_handling != CALLS_INLINE || !quick_return(guest, sp, target, False)))
      return_by_steps(guest, sp, target);
}

void helpers_entry(UChar *guest, UWord other)
{
   GuestFields *g = guest_fields_in(guest);
   Routine *r = (Routine *)(g->expected ^ other);
   Control *c = control_current;
   Addr sp = stack_pointer(guest);

   if (guest_call_handling == CALLS_IN_LEAF && !zones_may_nest(c, r))
      return;
   if (is_handled_here() && is_plain_tail_call(c, sp, r)) {
      open_plain_to(g, c, sp, c->top->return_address, r);
      return;
   }
   if (is_handled_here() && jump_in_chain(g, c, sp, r))
      return;
   guest_fields_take(g);
   shadow_stack_entry(sp, r);
   guest_fields_give(g);
}

void helpers_stub_jump(UChar *guest, Addr target)
{
   GuestFields *g = take(guest);

   shadow_stack_stub_jump(target);
   guest_fields_give(g);
}

void helpers_resolver(UChar *guest, Addr sp)
{
   GuestFields *g = take(guest);

   shadow_stack_resolver_starts(sp);
   guest_fields_give(g);
}

void helpers_indirect_jump(UChar *guest, Addr target)
{
   GuestFields *g = take(guest);

   shadow_stack_indirect_jump(stack_pointer(guest), target);
   guest_fields_give(g);
}

/* Mostly the top activation gives up its frame, or a part of it; or some end that
   are left by longjmp, or by an exception. */
void helpers_stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn)
{
   GuestFields *g = guest_fields_in(guest);

   if (LIKELY(guest_call_handling != CALLS_GENERAL)
       && user_contexts_stays_in_frame(control_current, old, sp))
      return;
   if (is_handled_here() && user_contexts_stays_on_stack(old, sp)
       && close_left(g, sp, 0))
      return;
   guest_fields_take(g);
   user_contexts_stack_loaded(old, sp, insn);
   guest_fields_give(g);
}

void helpers_read(Addr a, SizeT n)
{
   if (zones_measure(control_current) == MEASURE_ALL)
      tool_options.engine->read(control_current->input, a, n);
}

void helpers_write(Addr a, SizeT n)
{
   if (zones_measure(control_current) != MEASURE_NOTHING)
      tool_options.engine->write(control_current->input, a, n);
}

void helpers_checked_read(Addr a, SizeT n)
{
   if (zones_measure(control_current) == MEASURE_ALL)
      trms_check_read(control_current->input, a, n);
}

void helpers_checked_write(Addr a, SizeT n)
{
   if (zones_measure(control_current) != MEASURE_NOTHING)
      trms_check_write(control_current->input, a, n);
}
