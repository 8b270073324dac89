/* How many activations of a routine are pending in a thread of control.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/pending_count.h"

PendingCount pending_count_none = { .id = ~0u };

/* Leaves are made on demand: most threads run few of a program's routines. */
static UInt *new_in_leaf(Control *c, UInt id)
{
   UInt leaf = id / PENDING_LEAF;

   if (leaf >= c->pending_leaves) {
      UInt n = leaf + leaf / 2 + 8;
      c->pending_count = VG_(realloc)("aprof.pending.leaves",
                                      c->pending_count,
                                      n * sizeof *c->pending_count);
      VG_(memset)(c->pending_count + c->pending_leaves, 0,
                  (n - c->pending_leaves) * sizeof *c->pending_count);
      c->pending_leaves = n;
   }
   c->pending_count[leaf] = VG_(calloc)("aprof.pending.leaf", PENDING_LEAF,
                                        sizeof(UInt));
   return &c->pending_count[leaf][id % PENDING_LEAF];
}

UInt *pending_count_new(Control *c, PendingCount *p)
{
   if (p->count > 0)
      return new_in_leaf(c, p->id);
   p->owner = c;
   return &p->count;
}
