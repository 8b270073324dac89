/* The end of activations, on the fast path (fast_path.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CLOSING_H
#define CLOSING_H

#include "base/options.h"
#include "callgraph/record.h"
#include "guest/guest_fields.h"

/* Is nothing else to be recorded of the top activation of `c` than its size,
   *size, for which rms, ext and trms are equal?  follow_up:
   CALLS_INLINE_FOLLOW_UP, the only way in which output is measured. */
static inline Bool closing_is_plain(const Control *c, Bool follow_up,
                                    uint64_t *size)
{
   return trms_fast_is_plain(c->fast, size)
          && !(follow_up && tool_options.output);
}

/* Does the top activation `f` have a caller that is not foreign, and was
   nothing induced in it?  *size: its size. */
static inline Bool closing_is_simple(const Control *c, const Frame *f,
                                     Bool follow_up, uint64_t *size)
{
   return f > c->floor && closing_is_plain(c, follow_up, size);
}

/* Record a return with the further steps of CALLS_INLINE_FOLLOW_UP. */
void closing_follow_up(GuestFields *g, Control *c, uint64_t size,
                       const Frame *f, prof_entry *u, ULong cost);

/* Close the top activation `f`, for which closing_is_simple is True.  `u`, with
   the reference `ref`, is the entry of its size; `e` is its edge; *size is the
   size, in the entry if it is not rounded: then it need not stay in a register.
   Functions are called only at the end, and values are loaded where they are
   needed, so that few registers must be saved.  (The frame stays as it is until
   the next call.) */
static inline __attribute__((always_inline))
void closing_simple(GuestFields *g, Control *c, Frame *f, Edge *e,
                    const uint64_t *size, prof_entry *u, EntryRef ref,
                    Bool follow_up)
{
   ULong starts, cost;

   record_used(e, ref);
   starts = trms_fast_pop(c->fast);
   cost = g->cost - f->cost;
   guest_fields_give_top(g, starts, f[-1].routine);
   c->top = f - 1;
   f[-1].callees += cost;
   (*f->pending)--;
   if (follow_up)
      closing_follow_up(g, c, *size, f, u, cost);
   else
      record_not_induced(e, u, size, f->below, cost, f->callees);
}

/* Return the entry for activations of this size; *ref: its reference. */
static inline prof_entry *closing_entry(const Control *c, const Frame *f,
                                        ULong size, EntryRef *ref)
{
   prof_entry *u;

   *ref = record_recent_entry(f->edge, size);
   u = record_entry_at(*ref);
   if (u->size != size) {
      u = record_other_entry(f->edge, c->os_thread, size);
      *ref = record_ref_to(u);
   }
   return u;
}

/* Close the top activation `f`, in which something was induced, or whose output
   is measured: its sizes may differ, and the engine must also count what was
   induced in the activation below.  So this calls the engine's `ret`. */
void closing_induced(GuestFields *g, Control *c, Frame *f);

/* Close the top activation, which has a caller that is not foreign. */
static inline void closing_top(GuestFields *g, Control *c)
{
   Frame *f = c->top;
   uint64_t size;

   if (UNLIKELY(f->edge == NULL))
      f->edge = record_edge_of(f - 1, f->routine);
   const Bool follow_up = guest_call_handling == CALLS_INLINE_FOLLOW_UP;
   if (!closing_is_plain(c, follow_up, &size)) {
      closing_induced(g, c, f);
      return;
   }
   EntryRef ref;
   prof_entry *u = closing_entry(c, f, size, &ref);
   closing_simple(g, c, f, f->edge, &size, u, ref, follow_up);
}

/* The rest of closing_quick where the edge has no entry for the size at hand.
   (Apart, so that closing_quick needs few registers.) */
void closing_other_size(GuestFields *g, Control *c);

/* The fastest path: the same as closing_top if the activation is above the
   floor and its edge is known.  Return False if the path can't be taken;
   nothing has been done then.  Where the size is not at hand, everything that
   closing_top would test has been tested: other_size, closing_other_size or
   return_other_size, only finds the entry. */
static inline __attribute__((always_inline))
Bool closing_quick(GuestFields *g, Control *c, Bool follow_up,
                   void (*other_size)(GuestFields *g, Control *c))
{
   Frame *f = c->top;
   Edge *e = f->edge;
   uint64_t size;

   if (!LIKELY(closing_is_simple(c, f, follow_up, &size) && e != NULL))
      return False;
   EntryRef ref = record_recent_entry(e, size);
   prof_entry *u = record_entry_at(ref);
   if (LIKELY(u->size == size))
      closing_simple(g, c, f, e, &u->size, u, ref, follow_up);
   else if (follow_up)
      return False;
   else
      other_size(g, c);
   return True;
}

/* Close the activations above `f`, which is the floor or lies above it. */
void closing_above(GuestFields *g, Control *c, const Frame *f);

/* The same for a jump back in a chain of tail calls. */
void closing_chain_above(GuestFields *g, Control *c, const Frame *f);

/* Close the activations that a return, or a load of the stack pointer (target
   0), has left.  A return ends the activation whose return address it has taken
   from the stack, and its chain of tail calls; a load ends all activations that
   are below the stack pointer afterwards.  Return False if the general path
   must close more of them. */
Bool closing_left(GuestFields *g, Addr sp, Addr target);

#endif
