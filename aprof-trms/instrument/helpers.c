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
   return *(const Addr *)(guest + ap_guest_offset_sp);
}

static inline ApGuest *take(UChar *guest)
{
   ApGuest *g = ap_guest_fields(guest);

   ap_guest_take(g);
   return g;
}

/* Nearly all calls and returns are of one kind, and have a short way here:
   ap_plain, the stack pointer says that just this call is entered or left, and
   the activations are this process's; the shortest where nothing was induced,
   either.  What it leaves out of ap_call and ap_return is what these would find
   to be so.

   That is AP_PLAIN.  With AP_PLAIN_TOLD the same functions do the same, by way
   of those that are called where something is in the way, and then see to the
   rest. */

static inline Bool is_handled_here(void)
{
   return ap_plain >= AP_PLAIN;
}

static inline Bool has_room(const ApControl *c)
{
   return LIKELY(c->top != c->last && trms_fast_can_call(c->fast));
}

static inline Bool is_plain_call(const ApControl *c, Addr sp)
{
   return LIKELY(CALL_PUSHES ? c->top->sp > sp : c->top->sp >= sp)
          && has_room(c);
}

/* Has the top activation jumped to another routine, as the first in its place?
   ap_entry would look for this one among those that have. */
static inline Bool is_plain_tail_call(const ApControl *c, Addr sp,
                                      const ApRoutine *r)
{
   return c->top > c->frames && c->top->sp == sp
          && !frame_is_of_call(&c->top[-1], sp, c->top->return_address)
          && c->top->routine != r && !r->special && has_room(c);
}

/* Open an activation by such a call, or tail call, along an edge from the top
   activation; `pending` is the callee's pending_count.  Functions are called at
   the end only, so that few registers need to be saved. */
static inline void open_plain(ApGuest *g, ApControl *c, Addr sp,
                              Addr return_address, ApEdge *e, UInt *pending)
{
   ApFrame *f = c->top + 1;
   ApRoutine *r = e->callee;
   ULong starts = trms_fast_push(c->fast);

   /* Likely what the return will record in. */
   __builtin_prefetch(ap_entry_at(e->last));
   __builtin_prefetch(ap_entry_at(e->last_extra));
   c->top = f;
   f->routine = r;
   f->sp = sp;
   f->return_address = return_address;
   f->cost = g->cost;
   f->callees = 0;
   f->edge = e;
   f->foreign = f->outside = f->apart = False;
   f->pending = pending;
   f->below = (*pending)++;
   ap_guest_give_top(g, starts, r);
}

static inline void tell_of_call(ApGuest *g, ApControl *c)
{
   if (LIKELY(ap_plain != AP_PLAIN_TOLD))
      return;
   if (ap_options.both_engines)
      trms_check_call(c->input);
   ap_guest_see_to(g);
}

/* The same to a routine. */
static inline void open_plain_to(ApGuest *g, ApControl *c, Addr sp,
                                 Addr return_address, ApRoutine *r)
{
   ApEdge *e = ap_edge_of(c->top, r);

   open_plain(g, c, sp, return_address, e, pending_count(c, e->pending));
   tell_of_call(g, c);
}

void ap_on_call_of(UChar *guest, Addr sp, ApRoutine *r)
{
   ApGuest *g = ap_guest_fields(guest);
   ApControl *c = ap_current;

   if (is_handled_here() && is_plain_call(c, sp) && !r->special) {
      open_plain_to(g, c, sp, calls_return_address(sp), r);
      return;
   }
   if (ap_plain == AP_LEAF && !zones_may_nest(c, r))
      return;
   ap_guest_take(g);
   ap_call(sp, r);
   ap_guest_give(g);
}

static inline Bool is_along(const ApControl *c, Addr sp, const ApEdge *likely)
{
   return is_plain_call(c, sp) && LIKELY(likely->caller == c->top->routine);
}

/* The shortest way.  False: nothing is done yet. */
static inline __attribute__((always_inline))
Bool quick_call(UChar *guest, Addr sp, ApEdge *likely)
{
   ApControl *c = ap_current;
   UInt *pending;

   if (!is_along(c, sp, likely)
       || UNLIKELY((pending = pending_count_known(c, likely->pending))
                   == NULL))
      return False;
   open_plain(ap_guest_fields(guest), c, sp, calls_return_address(sp), likely,
              pending);
   return True;
}

static __attribute__((noinline))
void call_by_steps(UChar *guest, Addr sp, ApEdge *likely)
{
   ApGuest *g = ap_guest_fields(guest);
   ApControl *c = ap_current;

   if (ap_plain == AP_PLAIN_TOLD && quick_call(guest, sp, likely))
      tell_of_call(g, c);
   else if (is_handled_here() && is_along(c, sp, likely)) {
      open_plain(g, c, sp, calls_return_address(sp), likely,
                 pending_count(c, likely->pending));
      tell_of_call(g, c);
   } else
      ap_on_call_of(guest, sp, likely->callee);
}

void ap_on_call(UChar *guest, Addr sp, ApEdge *likely)
{
   if (UNLIKELY(ap_plain != AP_PLAIN || !quick_call(guest, sp, likely)))
      call_by_steps(guest, sp, likely);
}

void ap_on_call_zone(UChar *guest, Addr sp, ApEdge *edge)
{
   ApGuest *g = ap_guest_fields(guest);

   if (LIKELY(ap_plain == AP_PLAIN)
       && edge->callee->memory->kind == ZONE_ALLOCATOR
       && quick_call(guest, sp, edge)) {
      zones_enter_plain(ap_current, sp, calls_return_address(sp), g->cost);
      ap_guest_give_leaf(g);
   } else
      ap_on_call_of(guest, sp, edge->callee);
}

void ap_on_call_unknown(UChar *guest, Addr sp, Addr stub)
{
   ApGuest *g = take(guest);

   ap_call_stub(sp, stub);
   ap_guest_give(g);
}

static __attribute__((noinline))
void call_elsewhere(UChar *guest, Addr sp, Addr target, Addr stub,
                    ApSite *site)
{
   ApRoutine *r = ap_routine_called(target);

   if (r != NULL && r->memory != NULL && !r->hidden && is_handled_here())
      ap_on_call_zone(guest, sp, ap_edge_of(ap_current->top, r));
   else if (r != NULL) {
      ap_on_call_of(guest, sp, r);
      ap_site_led_to(site, target, r);
   } else
      ap_on_call_unknown(guest, sp, stub);
}

static inline Bool has_led_to(const ApSite *site, Addr target)
{
   return LIKELY(site->target == target && site->edge != NULL);
}

void ap_on_call_indirect(UChar *guest, Addr sp, Addr target, ApSite *site)
{
   if (has_led_to(site, target))
      ap_on_call(guest, sp, site->edge);
   else
      call_elsewhere(guest, sp, target, target, site);
}

/* Where the stub's slot leads to a routine already, that is what it will jump
   to: the thread runs on. */
void ap_on_call_stub(UChar *guest, Addr sp, Addr stub, const Addr *slot,
                     ApSite *site)
{
   if (has_led_to(site, *slot))
      ap_on_call(guest, sp, site->edge);
   else
      call_elsewhere(guest, sp, *slot, stub, site);
}

static inline Bool is_plain_top(const ApControl *c, const ApFrame *f,
                                uint64_t *size)
{
   return f > c->floor && trms_fast_is_plain(c->fast, size);
}

static __attribute__((noinline))
void record_told(ApGuest *g, ApControl *c, ULong size, const ApFrame *f,
                 prof_entry *u, ApEntryRef ref, ULong cost, ULong self)
{
   if (ap_options.both_engines)
      trms_check_return(c->input, size);
   if (!ap_is_without(PART_RECORDING))
      ap_record_plain(f->edge, u, ref, f->below, cost, self);
   ap_guest_see_to(g);
}

/* The top activation `f`, which is_plain_top, returns; `u`, at `ref`, is what it
   is recorded in.  Nothing is called but at the end: few registers need to be
   saved. */
static inline __attribute__((always_inline))
void close_plain(ApGuest *g, ApControl *c, ApFrame *f, ULong size,
                 prof_entry *u, ApEntryRef ref, Bool told)
{
   ULong cost = g->cost - f->cost, self = cost - f->callees;
   ULong starts = trms_fast_pop(c->fast);

   (*f->pending)--;
   c->top = f - 1;
   f[-1].callees += cost;
   ap_guest_give_top(g, starts, f[-1].routine);
   if (told)
      record_told(g, c, size, f, u, ref, cost, self);
   else
      ap_record_plain(f->edge, u, ref, f->below, cost, self);
}

/* What an activation of this size is recorded in; `ref`: where it is. */
static inline prof_entry *entry_for(const ApControl *c, const ApFrame *f,
                                    ULong size, ApEntryRef *ref)
{
   prof_entry *u;

   *ref = ap_recent_entry(f->edge, size);
   u = ap_entry_at(*ref);
   if (u->size != size) {
      u = ap_find_entry(f->edge, c->os_thread, size);
      *ref = ap_ref_to(u);
   }
   return u;
}

static void record_induced(const ApControl *c, const ApFrame *f,
                           const ApActivation *a)
{
   ApEntryRef ref;

   if (a->sizes.rms == a->sizes.trms && !ap_is_without(PART_RECORDING))
      ap_record_induced(f->edge, entry_for(c, f, a->sizes.trms, &ref), f->below,
                        a->cost, a->self, &a->sizes);
   else
      ap_record(a);
}

/* The same where something was induced: its sizes may differ, and who called it
   may have to be told. */
static void close_induced(ApGuest *g, ApControl *c, ApFrame *f)
{
   ApActivation a = {
      .routine = f->routine, .edge = f->edge, .os_thread = c->os_thread,
      .outermost = f->below == 0, .cost = g->cost - f->cost,
      .self = g->cost - f->cost - f->callees
   };

   ap_options.engine->ret(c->input, &a.sizes);
   (*f->pending)--;
   c->top = f - 1;
   f[-1].callees += a.cost;
   ap_guest_give_top(g, trms_fast_starts(c->fast), f[-1].routine);
   record_induced(c, f, &a);
   if (ap_plain == AP_PLAIN_TOLD)
      ap_guest_see_to(g);
}

/* The top activation ends, which has a caller of this process. */
static inline void close_one(ApGuest *g, ApControl *c)
{
   ApFrame *f = c->top;
   uint64_t size;

   if (UNLIKELY(f->edge == NULL))
      f->edge = ap_edge_of(f - 1, f->routine);
   if (!trms_fast_is_plain(c->fast, &size)) {
      close_induced(g, c, f);
      return;
   }
   ApEntryRef ref;
   prof_entry *u = entry_for(c, f, size, &ref);
   close_plain(g, c, f, size, u, ref, ap_plain == AP_PLAIN_TOLD);
}

/* A return ends the activation whose return address it has taken from the
   stack, and those that this one has jumped to; a load of the stack pointer all
   that it leaves below.  False: something is left to be done. */
static Bool close_left(ApGuest *g, Addr sp, Addr target)
{
   ApControl *c = ap_current;

   while (frame_is_left(c->top, sp, target)) {
      if (UNLIKELY(c->top <= c->floor))
         return False;
      close_one(g, c);
   }
   return True;
}

/* As ap_entry, for a jump from the end of a chain of tail calls.  Is the routine
   in the chain it goes on there, and what is above ends.  Where none of its
   activations is pending it can't be, so that long chains are not searched; what
   is inherited over a fork is not among those that are counted.  False: nothing
   is done yet. */
static __attribute__((noinline))
Bool jump_in_chain(ApGuest *g, ApControl *c, Addr sp, ApRoutine *r)
{
   if (c->top->sp != sp || c->floor != c->frames || r->special
       || c->top->routine == r || !has_room(c))
      return False;
   if (*pending_count(c, r->pending) > 0)
      for (ApFrame *f = c->top; f >= c->frames && f->sp == sp; f--)
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
   ApControl *c = ap_current;
   ApFrame *f = c->top;
   uint64_t size;

   if (LIKELY(f->return_address == target && frame_is_left(f, sp, target)
              && is_plain_top(c, f, &size)
              && !frame_is_left(f - 1, sp, target) && f->edge != NULL)) {
      ApEntryRef ref = ap_recent_entry(f->edge, size);
      prof_entry *u = ap_entry_at(ref);
      if (LIKELY(u->size == size)) {
         close_plain(ap_guest_fields(guest), c, f, size, u, ref, told);
         return True;
      }
   }
   return False;
}

/* Does the return end the allocator, and not just a part of it?  If all is as it
   was when the allocator was called, then it is an activation like others from
   now on. */
static Bool ends_leaf(ApGuest *g, Addr sp, Addr target)
{
   ApControl *c = ap_current;
   const Zone *z = zones_top(c);

   if (!zone_is_left(z, sp, target))
      return False;
   if (z->plain && trms_fast_has_window(c->fast)) {
      g->cost = zones_charge(z, g->cost);
      c->n_zones = 0;
      ap_guest_end_leaf();
   }
   return True;
}

static __attribute__((noinline))
void return_by_steps(UChar *guest, Addr sp, Addr target)
{
   ApGuest *g = ap_guest_fields(guest);

   if (UNLIKELY(ap_turn_late > 0))
      ap_turn_prolong(guest);
   if (ap_plain == AP_LEAF && !ends_leaf(g, sp, target))
      return;
   if (ap_plain == AP_PLAIN && quick_return(guest, sp, target, False))
      return;
   if (ap_plain == AP_PLAIN_TOLD && quick_return(guest, sp, target, True))
      return;
   if (is_handled_here() && close_left(g, sp, target))
      return;
   ap_guest_take(g);
   ap_return(sp, target);
   ap_guest_give(g);
}

void ap_on_return(UChar *guest, Addr sp, Addr target)
{
   if (UNLIKELY(ap_plain != AP_PLAIN || !quick_return(guest, sp, target, False)))
      return_by_steps(guest, sp, target);
}

void ap_on_entry(UChar *guest, UWord other)
{
   ApGuest *g = ap_guest_fields(guest);
   ApRoutine *r = (ApRoutine *)(g->expected ^ other);
   ApControl *c = ap_current;
   Addr sp = stack_pointer(guest);

   if (ap_plain == AP_LEAF && !zones_may_nest(c, r))
      return;
   if (is_handled_here() && is_plain_tail_call(c, sp, r)) {
      open_plain_to(g, c, sp, c->top->return_address, r);
      return;
   }
   if (is_handled_here() && jump_in_chain(g, c, sp, r))
      return;
   ap_guest_take(g);
   ap_entry(sp, r);
   ap_guest_give(g);
}

void ap_on_stub_jump(UChar *guest, Addr target)
{
   ApGuest *g = take(guest);

   ap_stub_jump(target);
   ap_guest_give(g);
}

void ap_on_resolver(UChar *guest, Addr sp)
{
   ApGuest *g = take(guest);

   ap_resolver_starts(sp);
   ap_guest_give(g);
}

void ap_on_indirect_jump(UChar *guest, Addr target)
{
   ApGuest *g = take(guest);

   ap_indirect_jump(stack_pointer(guest), target);
   ap_guest_give(g);
}

/* Mostly the top activation gives up its frame, or a part of it; or some end that
   are left by longjmp, or by an exception. */
void ap_on_stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn)
{
   ApGuest *g = ap_guest_fields(guest);

   if (LIKELY(ap_plain != AP_UNPLAIN)
       && ap_stays_in_frame(ap_current, old, sp))
      return;
   if (is_handled_here() && ap_stays_on_stack(old, sp)
       && close_left(g, sp, 0))
      return;
   ap_guest_take(g);
   ap_stack_loaded(old, sp, insn);
   ap_guest_give(g);
}

void ap_on_read(Addr a, SizeT n)
{
   if (zones_measure(ap_current) == MEASURE_ALL)
      ap_options.engine->read(ap_current->input, a, n);
}

void ap_on_write(Addr a, SizeT n)
{
   if (zones_measure(ap_current) != MEASURE_NOTHING)
      ap_options.engine->write(ap_current->input, a, n);
}

void ap_on_checked_read(Addr a, SizeT n)
{
   if (zones_measure(ap_current) == MEASURE_ALL)
      trms_check_read(ap_current->input, a, n);
}

void ap_on_checked_write(Addr a, SizeT n)
{
   if (zones_measure(ap_current) != MEASURE_NOTHING)
      trms_check_write(ap_current->input, a, n);
}
