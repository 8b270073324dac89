/* Threads of control: what is known of each, and which one runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/control.h"
#include "base/filters.h"
#include "base/options.h"
#include "engine/reference/check.h"
#include "engine/fast/fast.h"

ApControl *ap_current;
ApControl *ap_controls;
ULong ap_cost;
ApTotals ap_ended;

ULong ap_cost_of(const ApControl *c)
{
   if (c->quiet)
      return c->quiet_cost;
   return c == ap_current ? ap_cost : c->cost;
}

ULong ap_total_cost(void)
{
   ULong total = ap_ended.cost;

   for (const ApControl *c = ap_controls; c != NULL; c = c->next)
      total += ap_cost_of(c) - c->cost_base;
   return total;
}

void ap_for_each_control(void (*f)(ApControl *c, void *opaque), void *opaque)
{
   for (ApControl *c = ap_controls; c != NULL; c = c->next)
      if (ap_depth(c) > 0)
         f(c, opaque);
}

void ap_begin_quiet(Addr sp)
{
   ap_current->quiet = True;
   ap_current->quiet_sp = sp;
   ap_current->quiet_cost = ap_cost;
}

void ap_end_quiet(void)
{
   ap_cost = ap_current->quiet_cost;
   ap_current->quiet = False;
}

/* Also of the fast engine's, if it is there. */
static void init_frames(ApControl *c)
{
   enum { FIRST = 16 };

   if (c->fast != NULL)
      trms_fast_reserve(c->fast, FIRST);
   c->frames = VG_(malloc)("aprof.control.frames", FIRST * sizeof *c->frames);
   c->top = c->frames - 1;
   c->last = c->frames + FIRST - 1;
   c->floor = c->frames;
}

ApControl *ap_control_new(ApControlKind kind, UInt os_thread)
{
   ApControl *c = VG_(calloc)("aprof.control", 1, sizeof *c);

   c->kind = kind;
   c->os_thread = os_thread;
   c->input = kind == NATIVE ? ap_options.engine->thread_new()
                             : ap_options.engine->context_new();
   if (ap_options.inline_checks)
      c->fast = ap_options.both_engines ? trms_check_fast(c->input)
                                        : c->input;
   init_frames(c);
   c->next = ap_controls;
   if (ap_controls != NULL)
      ap_controls->previous = c;
   ap_controls = c;
   return c;
}

void ap_control_free(ApControl *c)
{
   ap_options.engine->thread_end(c->input);
   if (c->previous != NULL)
      c->previous->next = c->next;
   else
      ap_controls = c->next;
   if (c->next != NULL)
      c->next->previous = c->previous;
   for (UInt i = 0; i < c->pending_leaves; i++)
      VG_(free)(c->pending_count[i]);
   VG_(free)(c->pending_count);
   VG_(free)(c->frames);
   VG_(free)(c);
   if (ap_current == c)
      ap_current = NULL;
}

void ap_activate(ApControl *c)
{
   if (c == ap_current)
      return;
   if (ap_current != NULL)
      ap_current->cost = ap_cost;
   ap_cost = c->cost;
   ap_current = c;
}
