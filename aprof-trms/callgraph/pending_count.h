/* How many activations of a routine are pending in a thread of control.

   An activation is outermost if this count is 0 when it begins; only outermost
   activations enter a routine's total cost.

   The counter of one thread of control, the owner, is the routine's own
   (PendingCount); every other thread of control has counters in leaves of its
   own.  A thread of control without a leaf for the routine may become the owner
   once the former owner has no activation of the routine pending.  So all
   activations of a routine that a thread of control has pending at one time are
   in one counter, and each frame has a pointer to it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef PENDING_COUNT_H
#define PENDING_COUNT_H

#include "callgraph/control.h"

/* Counters in a leaf, by the low bits of the routine's id. */
enum { PENDING_LEAF = 64 };

/* The counter that an edge to an observed routine has (observed_arguments.h):
   no thread of control knows it, so that calls do not take the fastest path. */
extern PendingCount pending_count_none;

/* Make and return the counter that pending_count_known has not found. */
UInt *pending_count_new(Control *c, PendingCount *p);

/* Return the counter of routine `p` in `c`, or NULL where there is none yet. */
static inline UInt *pending_count_known(const Control *c, PendingCount *p)
{
   UInt leaf;

   if (LIKELY(p->owner == c))
      return &p->count;
   leaf = p->id / PENDING_LEAF;
   return leaf < c->pending_leaves && c->pending_count[leaf] != NULL
          ? &c->pending_count[leaf][p->id % PENDING_LEAF] : NULL;
}

/* Return the counter of routine `p` in `c`. */
static inline UInt *pending_count(Control *c, PendingCount *p)
{
   UInt *count = pending_count_known(c, p);

   return LIKELY(count != NULL) ? count : pending_count_new(c, p);
}

#endif
