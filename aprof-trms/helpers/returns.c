/* Returns, and loads of the stack pointer.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "helpers/returns.h"
#include "arch/calls.h"
#include "callgraph/zones.h"
#include "helpers/closing.h"
#include "helpers/fast_path.h"
#include "symbols/resolved_names.h"
#include "threads/time_slice.h"
#include "threads/user_contexts.h"

/* closing_other_size at a return: the thread makes progress
   (threads/time_slice.c). */
static __attribute__((noinline))
void return_other_size(GuestFields *g, Control *c)
{
   if (UNLIKELY(time_slice_extend_below > 0))
      time_slice_extend(guest_fields_guest(g));
   closing_other_size(g, c);
}

/* The same as closing_left if the return ends one activation, and closing_quick
   closes it: like closing_left it looks at what frame_is_left says, wherever the
   program goes on.  Return False if the path can't be taken; nothing has been
   done then.  The floor comes first, though closing_quick would refuse it as
   well: below the root, and below what is packed, there is no frame to look at,
   and perhaps no memory; a fault there would be taken for the program's. */
static inline __attribute__((always_inline))
Bool quick_return(UChar *guest, Control *c, Addr sp, Addr target,
                  Bool follow_up)
{
   const Frame *f = c->top;

   return LIKELY(f > c->floor && frame_is_left(f, sp, target)
                 && !frame_is_left(f - 1, sp, target))
          && closing_quick(guest_fields_in(guest), c, follow_up,
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
           || quick_return(guest, guest_inline_control, sp, target, False)))
      return;
   if (guest_call_handling == CALLS_INLINE_FOLLOW_UP
       && quick_return(guest, control_current, sp, target, True))
      return;
   if (fast_path_is_open() && closing_left(g, sp, target))
      return;
   guest_fields_take(g);
   shadow_stack_return(sp, target);
   guest_fields_give(g);
}

void helpers_return(UChar *guest, Addr sp, Addr target)
{
   if (UNLIKELY(!quick_return(guest, guest_inline_control, sp, target, False)))
      slow_return(guest, sp, target);
}

/* In most cases the top activation gives up its frame, or a part of it; or
   longjmp, or an exception, has left some activations. */
static void stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn)
{
   GuestFields *g = guest_fields_in(guest);

   if (fast_path_is_open() && control_current->split_depth == 0) {
      if (!user_contexts_stays_on_stack(old, sp)) {
         guest_fields_take(g);
         user_contexts_stack_left(old, sp, insn);
         guest_fields_give(g);
         return;
      }
      if (closing_left(g, sp, 0))
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

void helpers_resolver_returns(const HChar *name)
{
   resolved_names_returned(name, calls_result());
}
