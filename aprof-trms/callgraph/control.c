/* Threads of control: the record of each, and which of them runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/control.h"
#include "base/filters.h"
#include "base/options.h"
#include "engine/fast/fast.h"
#include "engine/reference/check.h"
#include "sys/spare_memory.h"
#include "sys/stack_memory.h"
#include "sys/syscall.h"

Control *control_current;
Control *control_list;
Bool control_collecting = True;
ULong control_cost_now;
static ULong resolver_cost;     /* of all that have left the resolver */
ControlTotals control_ended;

ULong control_cost(const Control *c)
{
   if (c->in_resolver)
      return c->resolver_cost;
   return c == control_current ? control_cost_now : c->cost;
}

ULong control_total_cost(void)
{
   ULong total = control_ended.cost;

   for (const Control *c = control_list; c != NULL; c = c->next)
      total += control_cost(c) - c->cost_base;
   return total;
}

ULong control_resolver_cost(void)
{
   ULong total = resolver_cost;

   for (const Control *c = control_list; c != NULL; c = c->next)
      if (c->in_resolver)
         total += (c == control_current ? control_cost_now : c->cost)
                  - c->resolver_cost;
   return total;
}

void control_forget_resolver_cost(void)
{
   resolver_cost = 0;
}

void control_each(void (*f)(Control *c, void *opaque), void *opaque)
{
   for (Control *c = control_list; c != NULL; c = c->next)
      if (control_depth(c) > 0)
         f(c, opaque);
}

void control_begin_resolver(Addr sp)
{
   control_current->in_resolver = True;
   control_current->resolver_sp = sp;
   control_current->resolver_cost = control_cost_now;
   control_current->resolver_callee = 0;
}

void control_end_resolver(void)
{
   resolver_cost += control_cost_now - control_current->resolver_cost;
   control_cost_now = control_current->resolver_cost;
   control_current->in_resolver = False;
}

void control_set_frames(Control *c, Frame *memory, UInt depth)
{
   c->frames = memory - c->slid;
   c->top = c->frames + depth - 1;
   control_set_floor(c, c->callers_floor);
}

void control_set_room(Control *c, SizeT frames)
{
   if (frames > c->room)
      frames = c->room;
   if (c->fast != NULL)
      trms_fast_reserve(c->fast, c->slid + frames);
   c->last = control_memory(c) + frames - 1;
}

void control_grow(Control *c, SizeT frames)
{
   const UInt depth = control_depth(c);
   const SizeT used = depth - c->slid;
   SizeT room = frames;
   Frame *memory = stack_memory_grow("aprof.control.frames", control_memory(c),
                                     sizeof *c->frames, used, &room);

   c->room = room;
   control_set_frames(c, memory, depth);
   control_set_room(c, room);
   /* They are filled next: a fault for each page takes much longer. */
   if (stack_memory_has_place(memory))
      spare_memory_take((Addr)(memory + used), (room - used) * sizeof *memory);
}

void control_give_back(Control *c)
{
   const SizeT used = control_depth(c) - c->slid;

   c->room = stack_memory_give_back(control_memory(c), sizeof *c->frames, used,
                                    c->room);
   if (c->fast != NULL)
      trms_fast_give_back(c->fast, c->slid + c->room);
   control_set_room(c, c->room);
}

/* Allocate the shadow stack; reserve as much in the fast engine's stack, if
   there is one. */
static void init_frames(Control *c)
{
   enum { FIRST = 16 };

   c->top = c->frames - 1;
   control_grow(c, FIRST);
}

Control *control_new(ControlKind kind, UInt os_thread)
{
   Control *c = VG_(calloc)("aprof.control", 1, sizeof *c);

   c->kind = kind;
   c->os_thread = os_thread;
   c->input = kind == NATIVE ? tool_options.engine->thread_new()
                             : tool_options.engine->context_new();
   if (tool_options.inline_checks)
      c->fast = tool_options.both_engines ? trms_check_fast(c->input)
                                          : c->input;
   init_frames(c);
   c->next = control_list;
   if (control_list != NULL)
      control_list->previous = c;
   control_list = c;
   return c;
}

void control_free(Control *c)
{
   tl_assert(c->segments == NULL);
   tool_options.engine->thread_end(c->input);
   if (c->previous != NULL)
      c->previous->next = c->next;
   else
      control_list = c->next;
   if (c->next != NULL)
      c->next->previous = c->previous;
   for (UInt i = 0; i < c->pending_leaves; i++)
      VG_(free)(c->pending_count[i]);
   VG_(free)(c->pending_count);
   VG_(free)(c->resolver_calls);
   stack_memory_free(control_memory(c));
   if (c->given != NULL)
      VG_(deleteXA)(c->given);
   if (c->splits != NULL)
      VG_(deleteXA)(c->splits);
   VG_(free)(c);
   if (control_current == c)
      control_current = NULL;
}

void control_activate(Control *c)
{
   if (c == control_current)
      return;
   if (control_current != NULL)
      control_current->cost = control_cost_now;
   control_cost_now = c->cost;
   control_current = c;
}

void control_add_sizes(trms_sizes *to, const trms_sizes *plus,
                      const trms_sizes *minus)
{
   to->rms += plus->rms - minus->rms;
   to->ext += plus->ext - minus->ext;
   to->trms += plus->trms - minus->trms;
   to->external += plus->external - minus->external;
   to->thread += plus->thread - minus->thread;
}
