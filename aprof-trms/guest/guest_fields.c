/* The tool's fields in the guest state.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "guest/guest_fields.h"
#include "arch/guest_layout.h"
#include "base/filters.h"
#include "base/options.h"
#include "callgraph/call_sites.h"
#include "callgraph/zones.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

Int guest_fields_offset_sp;
CallHandling guest_call_handling;

static Frame no_frames[2];
static Control no_control = { .frames = no_frames, .top = &no_frames[1] };
Control *guest_inline_control = &no_control;

/* The thread that runs client code, if any. */
static ThreadId in_code = VG_INVALID_THREADID;
static const Control *owner;     /* of the fields */

/* Return a word with this value in both halves. */
static ULong both(UInt half)
{
   return (ULong)half << 32 | half;
}

const Control *guest_fields_owner(void)
{
   return owner;
}

void guest_fields_take(const GuestFields *g)
{
   control_cost_now = g->cost;
}

/* If the thread of control is busy and has no window, then give it one, if one
   is free.  guest_fields_give calls this: a thread without a window gets here
   at each of its calls and returns. */
static void promote_if_busy(const Control *c)
{
   if (c->fast != NULL && trms_fast_wants_window(c->fast))
      trms_fast_promote(c->fast);
}

static CallHandling call_handling_of(const Control *c)
{
   if (c->fast == NULL || c->in_resolver || c->is_splitting
       || control_depth(c) == 0
       || c->top->routine == NULL || filters_have_toggles())
      return CALLS_GENERAL;
   if (zones_in_leaf(c))
      return CALLS_IN_LEAF;
   return tool_options.both_engines || tool_options.output
          || zones_in_collector(c)
          || options_is_without(PART_RECORDING)
          || !trms_fast_has_window(c->fast)
          ? CALLS_INLINE_FOLLOW_UP : CALLS_INLINE;
}

void guest_fields_handle_calls(CallHandling handling)
{
   guest_call_handling = handling;
   guest_inline_control = handling == CALLS_INLINE ? control_current
                                                   : &no_control;
}

void guest_fields_give(GuestFields *g)
{
   const Control *c = control_current;

   promote_if_busy(c);
   guest_fields_handle_calls(call_handling_of(c));
   owner = c;
   g->cost = control_cost_now;
   g->expected = c->in_resolver || c->lands || control_depth(c) == 0
                       || control_may_be_hidden(c)
                 ? 0 : (UWord)c->top->routine;
   if (tool_options.inline_checks) {
      ZoneMeasure measure = zones_measure(c);
      trms_thread *t = measure == MEASURE_NOTHING ? NULL : c->fast;
      trms_fast_view view = trms_fast_view_of(t);
      if (measure == MEASURE_WRITES)
         trms_fast_run_writes(t);
      else
         trms_fast_run(t);
      g->top = measure == MEASURE_ALL ? both(view.top) : 0;
      g->stamp = both(view.stamp);
      g->base = view.base;
      g->checked = view.checked;
   }
}

/* Without a window, a check finds stamps of 0 and fails, whatever the start of
   the top activation is.  But the stamp that a write stores must stay 0
   (trms_fast_view_of). */
void guest_fields_update_window(GuestFields *g)
{
   trms_thread *t = control_current->fast;

   if (trms_fast_wants_window(t)) {
      guest_fields_take(g);
      guest_fields_give(g);
   } else if (!trms_fast_has_window(t))
      g->stamp = 0;
   if (zones_in_collector(control_current))
      g->top = g->stamp = 0;
}

void guest_fields_stop(ThreadId tid)
{
   GuestFields g;

   VG_(get_shadow_regs_area)(tid, (UChar *)&g, 1, 0, sizeof g);
   guest_fields_take(&g);
   in_code = VG_INVALID_THREADID;
}

Bool guest_fields_are_in_use(void)
{
   return in_code != VG_INVALID_THREADID;
}

/* The cost counter of a thread of control only grows: the greater value is the
   later value. */
void guest_fields_take_cost(void)
{
   GuestFields g;

   if (in_code == VG_INVALID_THREADID || control_current != owner)
      return;
   VG_(get_shadow_regs_area)(in_code, (UChar *)&g, 1, 0, sizeof g);
   if (g.cost > control_cost_now)
      guest_fields_take(&g);
}

void guest_fields_start(ThreadId tid)
{
   GuestFields g;

   call_sites_start();
   VG_(memset)(&g, 0, sizeof g);
   g.sign = both(0x80000000u);
   g.valid = both(STAMP_VALID);
   g.state = both(STAMP_VALID | STAMP_SHARED);
   guest_fields_give(&g);
   VG_(set_shadow_regs_area)(tid, 1, 0, sizeof g, (UChar *)&g);
   if (tool_options.inline_checks)
      guest_layout_discard_all_of(tid);
   in_code = tid;
}

static void set_again(ThreadId tid)
{
   ULong again = 1;

   VG_(set_shadow_regs_area)(tid, 1, offsetof(GuestFields, again),
                             sizeof again, (UChar *)&again);
}

void guest_fields_retranslate(ThreadId tid, Addr start, SizeT length)
{
   set_again(tid);
   guest_layout_discard_of(tid, start, length);
}

void guest_fields_retranslate_all(ThreadId tid)
{
   set_again(tid);
   guest_layout_discard_all_of(tid);
}
