/* Inlined calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "helpers/inlined.h"
#include "callgraph/zones.h"
#include "helpers/closing.h"
#include "helpers/fast_path.h"

/* The same as open_inlined of shadow_stack.c.  Return False if the general path
   must open the rest. */
static Bool open_inlined(GuestFields *g, Control *c, const InlinedCall *call)
{
   if (call->parent != inlined_of(c->top->routine, call->host)
       && !open_inlined(g, c, call->parent))
      return False;
   if (!fast_path_has_room(c) || call->routine->special)
      return False;
   fast_path_push_routine(g, c, c->top->sp, c->top->return_address,
                          call->routine);
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
               && fast_path_has_room(c) && !r->special)
       || UNLIKELY((pending = pending_count_known(c, r->pending)) == NULL))
      return False;
   fast_path_push(g, c, c->top->sp, c->top->return_address, e, pending, True);
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
      if (!closing_quick(g, c, follow_up, closing_other_size)) {
         if (UNLIKELY(c->top <= c->floor))
            return False;
         closing_top(g, c);
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
