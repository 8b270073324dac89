/* How a thread of control ends, and the contexts that are lost.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/lifetime.h"
#include "callgraph/packed_frames.h"
#include "callgraph/shadow_stack.h"
#include "engine/fast/fast.h"
#include "threads/relocated_stacks.h"
#include "threads/suspended_stacks.h"

/* A ring of the contexts that were lost latest.  Most of them never come back,
   and each has tables, or a window; there are few windows. */
enum { MOST_KEPT = 256, MOST_WINDOWS_KEPT = 32 };
typedef struct {
   Control *list[MOST_KEPT];      /* NULL: free */
   UInt room;                       /* places that are used */
   UInt next;                       /* the oldest one */
} Ring;
static Ring lost = { .room = MOST_KEPT };
static Ring lost_with_window = { .room = MOST_WINDOWS_KEPT };

static Bool holds(const Ring *r, const Control *c)
{
   for (UInt i = 0; i < r->room; i++)
      if (r->list[i] == c)
         return True;
   return False;
}

Bool lifetime_keeps(const Control *c)
{
   return holds(&lost, c) || holds(&lost_with_window, c);
}

static void remove_from(Ring *r, const Control *c)
{
   for (UInt i = 0; i < r->room; i++)
      if (r->list[i] == c)
         r->list[i] = NULL;
}

void lifetime_end(Control *c, Bool record)
{
   control_activate(c);
   if (c->in_resolver)
      control_end_resolver();
   if (record) {
      shadow_stack_close_all();
      control_ended.cost += control_cost_now - c->cost_base;
   } else
      shadow_stack_drop_all();
   suspended_stacks_remove(c);
   relocated_stacks_forget(c);
   remove_from(&lost, c);
   remove_from(&lost_with_window, c);
   packed_frames_free(c);
   control_free(c);
}

/* Put `c` in the place of the oldest one. */
static void put(Ring *r, Control *c)
{
   Control *oldest = r->list[r->next];

   r->list[r->next] = c;
   r->next = (r->next + 1) % r->room;
   if (oldest != NULL && oldest != c && oldest->lost)
      lifetime_end(oldest, True);
}

void lifetime_lose(Control *c)
{
   Bool has_window = c->fast != NULL && trms_fast_has_window(c->fast);

   suspended_stacks_remove(c);
   c->lost = True;
   put(has_window ? &lost_with_window : &lost, c);
}

void lifetime_end_lost(void)
{
   Control *running = control_current;

   for (Control *c = control_list, *next; c != NULL; c = next) {
      next = c->next;
      if (c->lost)
         lifetime_end(c, True);
   }
   if (running != NULL)
      control_activate(running);
}
