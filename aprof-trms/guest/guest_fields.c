/* The tool's fields in the guest state.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "guest/guest_fields.h"
#include "arch/arch.h"
#include "base/options.h"
#include "callgraph/call_sites.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

Int ap_guest_offset_sp;

static ThreadId in_code = VG_INVALID_THREADID;   /* runs client code */
static const ApControl *given_to;                /* whose the fields are */

static ULong both(UInt half)
{
   return (ULong)half << 32 | half;
}

void ap_guest_take(const ApGuest *g)
{
   ap_cost = g->cost;
}

/* All calls and returns in a thread of control without a window come by here
   where it is busy. */
static void get_window(const ApControl *c)
{
   if (c->fast == NULL || !trms_fast_is_busy(c->fast))
      return;
   trms_fast_move_in(c->fast);
   ap_update_plain();
}

void ap_guest_give(ApGuest *g)
{
   const ApControl *c = ap_current;

   get_window(c);
   given_to = c;
   g->cost = ap_cost;
   g->expected = c->quiet || ap_depth(c) == 0 ? 0 : (UWord)c->top->routine;
   if (ap_options.inline_checks) {
      trms_thread *t = c->quiet ? NULL : c->fast;
      trms_fast_view view = trms_fast_view_of(t);
      trms_fast_run(t);
      g->top = both(view.top);
      g->stamp = both(view.stamp);
      g->base = view.base;
      g->checked = view.checked;
   }
}

/* Without a window all stamps that checks find are 0: they fail, whatever the
   top's start is, but a write's stamp must stay 0 (trms_fast_view_of). */
void ap_guest_see_to(ApGuest *g)
{
   trms_thread *t = ap_current->fast;

   if (trms_fast_is_busy(t)) {
      ap_guest_take(g);
      ap_guest_give(g);
   } else if (!trms_fast_has_window(t))
      g->stamp = 0;
}

void ap_guest_stop(ThreadId tid)
{
   ApGuest g;

   VG_(get_shadow_regs_area)(tid, (UChar *)&g, 1, 0, sizeof g);
   ap_guest_take(&g);
   in_code = VG_INVALID_THREADID;
}

/* A thread of control's cost only grows: the greater one is the later. */
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
