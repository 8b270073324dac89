/* The end of activations, on the fast path.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "helpers/closing.h"
#include "callgraph/shadow_stack.h"
#include "engine/reference/check.h"

void closing_follow_up(GuestFields *g, Control *c, uint64_t size,
                       const Frame *f, prof_entry *u, ULong cost)
{
   if (tool_options.both_engines)
      trms_check_return(c->input, size);
   if (!options_is_without(PART_RECORDING))
      record_not_induced(f->edge, u, &size, f->below, cost, f->callees);
   guest_fields_update_window(g);
}

static void record_induced_activation(const Control *c, const Frame *f,
                                      const Activation *a)
{
   EntryRef ref;

   if (a->sizes.rms == a->sizes.trms && !tool_options.output
       && !options_is_without(PART_RECORDING))
      record_induced(f->edge, closing_entry(c, f, a->sizes.trms, &ref),
                     f->below, a->cost, a->self, &a->sizes);
   else
      record_activation(a);
}

void closing_induced(GuestFields *g, Control *c, Frame *f)
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

void closing_other_size(GuestFields *g, Control *c)
{
   Frame *f = c->top;
   uint64_t size;
   prof_entry *u;

   trms_fast_is_plain(c->fast, &size);
   u = record_other_entry(f->edge, c->os_thread, size);
   closing_simple(g, c, f, f->edge, &size, u, record_ref_to(u), False);
}

/* Close activations from the top down to the one above `last`, all of which are
   above the floor and plain; or fewer, if one's edge is not known.  The same as
   closing_simple for each, and why the result is the same: what an activation
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
   ULong callees = f->callees;
   uint64_t size = 0;
   Edge *e;

   while (f > last && (e = f->edge) != NULL) {
      size += (uint64_t)h->rms;
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
      record_not_induced(e, u, &size, f->below, cost, callees);
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
         closing_top(g, c);
   }
}

__attribute__((noinline))
void closing_above(GuestFields *g, Control *c, const Frame *f)
{
   close_all_above(g, c, f, False);
}

void closing_chain_above(GuestFields *g, Control *c, const Frame *f)
{
   close_all_above(g, c, f, True);
}

Bool closing_left(GuestFields *g, Addr sp, Addr target)
{
   Control *c = control_current;
   const Frame *before = c->top, *f = before;

   while (f > c->floor && frame_is_left(f, sp, target))
      f--;
   closing_above(g, c, f);
   if (UNLIKELY(frame_is_left(f, sp, target)))
      return False;
   if (target == 0 && c->top < before && c->top->routine->inlined != NULL) {
      c->lands = True;
      g->expected = 0;
   }
   return True;
}
