/* The tool's fields in the guest state.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "guest/guest_fields.h"
#include "callgraph/zones.h"
#include "arch/guest_layout.h"
#include "base/filters.h"
#include "base/options.h"
#include "callgraph/call_sites.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

Int ap_guest_offset_sp;
ApPlain ap_plain;

static ThreadId in_code = VG_INVALID_THREADID;   /* runs client code */
static const ApControl *given_to;                /* owner of the fields */

static ULong both(UInt half)
{
   return (ULong)half << 32 | half;
}

const ApControl *ap_guest_owner(void)
{
   return given_to;
}

void ap_guest_take(const ApGuest *g)
{
   ap_cost = g->cost;
}

/* Give a thread of control that is busy without a window one, if one is left.
   All its calls and returns come by here. */
static void get_window(const ApControl *c)
{
   if (c->fast != NULL && trms_fast_is_busy(c->fast))
      trms_fast_move_in(c->fast);
}

static ApPlain plain_of(const ApControl *c)
{
   if (c->fast == NULL || c->quiet || ap_depth(c) == 0
       || c->top->routine == NULL || ap_has_toggles())
      return AP_UNPLAIN;
   if (zones_in_leaf(c))
      return AP_LEAF;
   return ap_options.both_engines || zones_in_collector(c) || ap_is_without(PART_RECORDING)
          || !trms_fast_has_window(c->fast)
          ? AP_PLAIN_TOLD : AP_PLAIN;
}

void ap_guest_give(ApGuest *g)
{
   const ApControl *c = ap_current;

   get_window(c);
   ap_plain = plain_of(c);
   given_to = c;
   g->cost = ap_cost;
   g->expected = c->quiet || ap_depth(c) == 0 ? 0 : (UWord)c->top->routine;
   if (ap_options.inline_checks) {
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

/* Without a window a check finds stamps of 0 and fails, whatever the start of
   the top activation is; but the stamp that a write leaves must stay 0
   (trms_fast_view_of). */
void ap_guest_see_to(ApGuest *g)
{
   trms_thread *t = ap_current->fast;

   if (trms_fast_is_busy(t)) {
      ap_guest_take(g);
      ap_guest_give(g);
   } else if (!trms_fast_has_window(t))
      g->stamp = 0;
   if (zones_in_collector(ap_current))
      g->top = g->stamp = 0;
}

void ap_guest_stop(ThreadId tid)
{
   ApGuest g;

   VG_(get_shadow_regs_area)(tid, (UChar *)&g, 1, 0, sizeof g);
   ap_guest_take(&g);
   in_code = VG_INVALID_THREADID;
}

/* The cost counter of a thread of control only grows: the greater value is the
   later one. */
void ap_guest_look(void)
{
   ApGuest g;

   if (in_code == VG_INVALID_THREADID || ap_current != given_to)
      return;
   VG_(get_shadow_regs_area)(in_code, (UChar *)&g, 1, 0, sizeof g);
   if (g.cost > ap_cost)
      ap_guest_take(&g);
}

void ap_guest_start(ThreadId tid)
{
   ApGuest g;

   ap_sites_start();
   VG_(memset)(&g, 0, sizeof g);
   g.sign = both(0x80000000u);
   g.valid = both(FAST_VALID);
   g.state = both(FAST_VALID | FAST_SHARED);
   ap_guest_give(&g);
   VG_(set_shadow_regs_area)(tid, 1, 0, sizeof g, (UChar *)&g);
   if (ap_options.inline_checks)
      ap_arch_discard_all_of(tid);
   in_code = tid;
}
