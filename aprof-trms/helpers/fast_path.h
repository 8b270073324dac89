/* The fast path of calls and returns, which have two paths.  The fast path is in
   this folder, for nearly all of them.  The general path is in
   callgraph/shadow_stack.h, for every case.

   The fast path is taken if guest_call_handling allows it, the stack pointer
   shows that exactly this call begins or ends, and the activations are not
   foreign; the fastest part of it only if nothing was induced in the activation
   either.  The steps of shadow_stack_call and shadow_stack_return that the fast
   path leaves out would have no effect in this case.

   With CALLS_INLINE the helpers try the fast path first.  With
   CALLS_INLINE_FOLLOW_UP they call functions that take the same path, and then
   do the further steps (fast_path_follow_up, closing_follow_up).

   This file has its conditions, and how it begins an activation.  closing.h ends
   activations.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef FAST_PATH_H
#define FAST_PATH_H

#include "base/options.h"
#include "callgraph/pending_count.h"
#include "callgraph/record.h"
#include "engine/reference/check.h"
#include "guest/guest_fields.h"

/* May the fast path be taken? */
static inline Bool fast_path_is_open(void)
{
   return guest_call_handling >= CALLS_INLINE;
}

static inline Bool fast_path_has_room(const Control *c)
{
   return LIKELY(c->top != c->last && trms_fast_can_call(c->fast));
}

/* Push an activation for a simple call, or simple tail call, by way of edge `e`
   from the top activation.  `pending` is the callee's pending_count.  Values
   are stored as soon as they are known, and the engine comes last: so there are
   registers for all of them, and none must be saved.  fetch: the end of the
   activation will probably record in the entry that was used last. */
static inline __attribute__((always_inline))
void fast_path_push(GuestFields *g, Control *c, Addr sp, Addr return_address,
                    Edge *e, UInt *pending, Bool fetch)
{
   Frame *f = c->top + 1;
   const ULong starts = trms_fast_next_starts(c->fast);

   f->return_address = return_address;
   f->sp = sp;
   f->pending = pending;
   f->below = (*pending)++;
   f->cost = g->cost;
   f->callees = 0;
   f->edge = e;
   f->foreign = f->outside = f->sized = f->collector = False;
   if (fetch) {
      __builtin_prefetch(record_entry_at(e->last));
      __builtin_prefetch(record_entry_at(e->last_extra));
   }
   Routine *callee = e->callee;
   c->top = f;
   f->routine = callee;
   trms_fast_push(c->fast, starts);
   guest_fields_give_top(g, starts, callee);
}

/* Do the further steps of CALLS_INLINE_FOLLOW_UP after a push. */
static inline void fast_path_follow_up(GuestFields *g, Control *c)
{
   if (LIKELY(guest_call_handling != CALLS_INLINE_FOLLOW_UP))
      return;
   if (tool_options.both_engines)
      trms_check_call(c->input);
   guest_fields_update_window(g);
}

/* Push an activation of `r`, with the further steps. */
static inline void fast_path_push_routine(GuestFields *g, Control *c, Addr sp,
                                          Addr return_address, Routine *r)
{
   Edge *e = record_edge_of(c->top, r);

   fast_path_push(g, c, sp, return_address, e, pending_count(c, r->pending),
                  True);
   fast_path_follow_up(g, c);
}

#endif
