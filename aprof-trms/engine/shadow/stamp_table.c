/* A thread's stamps where it has no window: see stamp_table.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/shadow/stamp_table.h"

#define CENTRE "aprof.history"

/* Leaves of at least this size are mapped, so that only touched pages take
   memory. */
#define MAPPED_BITS 14

void stamp_table_init(stamp_table *h, unsigned leaf_bits, shadow *versions)
{
   plat_zero(h, sizeof *h);
   h->leaf_bits = leaf_bits;
   h->cell_shift = versions->cell_shift;
   h->versions = versions;
}

static size_t leaf_size(const stamp_table *h)
{
   size_t n = stamp_table_cells(h) * (sizeof(uint32_t) + sizeof(uint16_t));

   return h->leaf_bits < MAPPED_BITS ? n : shadow_pages(n);
}

static size_t place_of(const stamp_table *h, uintptr_t number)
{
   return (size_t)((number * (uintptr_t)0x9e3779b97f4a7c15u)
                   >> (64 - h->place_bits));
}

static void grow(stamp_table *h)
{
   stamp_leaf *l;

   h->place_bits = h->places ? h->place_bits + 1 : 3;
   plat_free(h->places);
   h->places = plat_alloc(CENTRE, sizeof *h->places << h->place_bits);
   for (l = h->leaves; l; l = l->next) {
      stamp_leaf **place = &h->places[place_of(h, l->number)];
      l->chain = *place;
      *place = l;
   }
}

stamp_leaf *stamp_table_find(const stamp_table *h, uintptr_t a)
{
   uintptr_t number = a >> h->leaf_bits;
   stamp_leaf *l;

   if (h->places == NULL)
      return NULL;
   for (l = h->places[place_of(h, number)]; l; l = l->chain)
      if (l->number == number)
         return l;
   return NULL;
}

static stamp_leaf *new_leaf(stamp_table *h, uintptr_t a)
{
   uintptr_t number = a >> h->leaf_bits;
   bool mapped = h->leaf_bits >= MAPPED_BITS;
   stamp_leaf *l = plat_alloc(CENTRE, sizeof *l
                                        + (mapped ? 0 : leaf_size(h)));
   stamp_leaf **place;
   uintptr_t start = number << h->leaf_bits;

   if (h->places == NULL || h->count > (size_t)1 << h->place_bits)
      grow(h);
   l->number = number;
   l->stamps = mapped ? plat_map(leaf_size(h)) : (uint32_t *)(l + 1);
   l->seen = (uint16_t *)(l->stamps + stamp_table_cells(h));
   l->versions = shadow_get(h->versions, a >> SHADOW_CHUNK_BITS)->cells
                 + ((start % SHADOW_CHUNK_BYTES) >> h->cell_shift);
   place = &h->places[place_of(h, number)];
   l->chain = *place;
   *place = l;
   l->next = h->leaves;
   if (l->next)
      l->next->previous = l;
   h->leaves = l;
   h->count++;
   return l;
}

stamp_leaf *stamp_table_get(stamp_table *h, uintptr_t a, bool *is_new)
{
   stamp_leaf *l = stamp_table_find(h, a);

   PLAT_ASSERT(a < SHADOW_ADDRESS_END);
   *is_new = l == NULL;
   if (l == NULL)
      l = new_leaf(h, a);
   h->recent[stamp_table_recent(l->number)] = l;
   return l;
}

static void drop(stamp_table *h, stamp_leaf *l)
{
   stamp_leaf **link = &h->places[place_of(h, l->number)];

   while (*link != l)
      link = &(*link)->chain;
   *link = l->chain;
   if (l->next)
      l->next->previous = l->previous;
   if (l->previous)
      l->previous->next = l->next;
   else
      h->leaves = l->next;
   if (h->recent[stamp_table_recent(l->number)] == l)
      h->recent[stamp_table_recent(l->number)] = NULL;
   if (h->leaf_bits >= MAPPED_BITS)
      plat_unmap(l->stamps, leaf_size(h));
   plat_free(l);
   h->count--;
}

void stamp_table_free(stamp_table *h)
{
   while (h->leaves)
      drop(h, h->leaves);
   plat_free(h->places);
   h->places = NULL;
}

static void forget_in(stamp_table *h, stamp_leaf *l, uintptr_t a, uintptr_t end)
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
      plat_zero(l->stamps + ((a - start) >> h->cell_shift),
                ((end - a) >> h->cell_shift) * sizeof *l->stamps);
}

void stamp_table_forget(stamp_table *h, uintptr_t a, uintptr_t end)
{
   uintptr_t number = a >> h->leaf_bits, last = (end - 1) >> h->leaf_bits;
   stamp_leaf *l, *next;

   if (a >= end || h->count == 0)
      return;
   /* Walk the smaller of the two: the range, or all leaves. */
   if (last - number >= h->count) {
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
