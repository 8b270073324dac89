/* A thread's stamps where it has no window: see stamp_table.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/shadow/stamp_table.h"

#define CENTRE "aprof.stamps"

/* Leaves of at least this size are mapped, so that only touched pages take
   memory. */
#define MAPPED_BITS 14

void stamp_table_init(stamp_table *h, unsigned leaf_bits, shadow *versions)
{
   platform_zero(h, sizeof *h);
   h->leaf_bits = leaf_bits;
   h->cell_shift = versions->cell_shift;
   h->versions = versions;
}

static size_t leaf_size(const stamp_table *h)
{
   size_t n = stamp_table_cells(h) * (sizeof(uint32_t) + sizeof(uint16_t));

   return h->leaf_bits < MAPPED_BITS ? n : shadow_pages(n);
}

stamp_table_leaf *stamp_table_find(const stamp_table *h, uintptr_t a)
{
   stamp_table_leaf **found
      = stamp_table_leaves_find(&h->by_number, a >> h->leaf_bits);

   return found != NULL ? *found : NULL;
}

static stamp_table_leaf *new_leaf(stamp_table *h, uintptr_t a)
{
   uintptr_t number = a >> h->leaf_bits;
   bool mapped = h->leaf_bits >= MAPPED_BITS;
   stamp_table_leaf *l = platform_alloc(CENTRE, sizeof *l
                                        + (mapped ? 0 : leaf_size(h)));
   uintptr_t start = number << h->leaf_bits;

   *stamp_table_leaves_add(&h->by_number, number) = l;
   l->number = number;
   l->stamps = mapped ? platform_map(leaf_size(h)) : (uint32_t *)(l + 1);
   l->seen = (uint16_t *)(l->stamps + stamp_table_cells(h));
   l->versions = shadow_get(h->versions, a >> SHADOW_CHUNK_BITS)->cells
                 + ((start % SHADOW_CHUNK_BYTES) >> h->cell_shift);
   l->next = h->leaves;
   if (l->next)
      l->next->previous = l;
   h->leaves = l;
   return l;
}

stamp_table_leaf *stamp_table_get(stamp_table *h, uintptr_t a, bool *is_new)
{
   stamp_table_leaf *l = stamp_table_find(h, a);

   PLATFORM_ASSERT(a < SHADOW_ADDRESS_END);
   *is_new = l == NULL;
   if (l == NULL)
      l = new_leaf(h, a);
   h->recent[stamp_table_recent(l->number)] = l;
   return l;
}

static void drop(stamp_table *h, stamp_table_leaf *l)
{
   stamp_table_leaves_remove(&h->by_number,
                       stamp_table_leaves_find(&h->by_number, l->number));
   if (l->next)
      l->next->previous = l->previous;
   if (l->previous)
      l->previous->next = l->next;
   else
      h->leaves = l->next;
   if (h->recent[stamp_table_recent(l->number)] == l)
      h->recent[stamp_table_recent(l->number)] = NULL;
   if (h->leaf_bits >= MAPPED_BITS)
      platform_unmap(l->stamps, leaf_size(h));
   platform_free(l);
}

void stamp_table_free(stamp_table *h)
{
   while (h->leaves)
      drop(h, h->leaves);
   stamp_table_leaves_free(&h->by_number);
}

static void forget_in(stamp_table *h, stamp_table_leaf *l, uintptr_t a,
                      uintptr_t end)
{
   uintptr_t start = l->number << h->leaf_bits;
   uintptr_t past = start + ((uintptr_t)1 << h->leaf_bits);

   if (a <= start && end >= past) {
      drop(h, l);
      return;
   }
   if (a < start)
      a = start;
   if (end > past)
      end = past;
   if (a < end)
      platform_zero(l->stamps + ((a - start) >> h->cell_shift),
                    ((end - a) >> h->cell_shift) * sizeof *l->stamps);
}

void stamp_table_forget(stamp_table *h, uintptr_t a, uintptr_t end)
{
   uintptr_t number = a >> h->leaf_bits, last = (end - 1) >> h->leaf_bits;
   stamp_table_leaf *l, *next;

   if (a >= end || h->leaves == NULL)
      return;
   /* Walk the smaller of the two: the range, or all leaves. */
   if (last - number >= h->by_number.count) {
      for (l = h->leaves; l; l = next) {
         next = l->next;
         forget_in(h, l, a, end);
      }
      return;
   }
   for (; number <= last; number++) {
      l = stamp_table_find(h, number << h->leaf_bits);
      if (l)
         forget_in(h, l, a, end);
   }
}
