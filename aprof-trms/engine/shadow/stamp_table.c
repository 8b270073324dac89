/* A thread's stamps where it has no window: see stamp_table.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/shadow/stamp_table.h"

#define CENTRE "aprof.history"

/* From here on leaves are mapped, so that only what is touched takes memory. */
#define MAPPED_BITS 14

void history_init(history *h, unsigned leaf_bits, shadow *versions)
{
   plat_zero(h, sizeof *h);
   h->leaf_bits = leaf_bits;
   h->cell_shift = versions->cell_shift;
   h->versions = versions;
}

static size_t leaf_size(const history *h)
{
   size_t n = history_cells(h) * (sizeof(uint32_t) + sizeof(uint16_t));

   return h->leaf_bits < MAPPED_BITS ? n : shadow_pages(n);
}

static size_t place_of(const history *h, uintptr_t number)
{
   return (size_t)((number * (uintptr_t)0x9e3779b97f4a7c15u)
                   >> (64 - h->place_bits));
}

static void grow(history *h)
{
   history_leaf *l;

   h->place_bits = h->places ? h->place_bits + 1 : 3;
   plat_free(h->places);
   h->places = plat_alloc(CENTRE, sizeof *h->places << h->place_bits);
   for (l = h->leaves; l; l = l->next) {
      history_leaf **place = &h->places[place_of(h, l->number)];
      l->chain = *place;
      *place = l;
   }
}

history_leaf *history_find(const history *h, uintptr_t a)
{
   uintptr_t number = a >> h->leaf_bits;
   history_leaf *l;

   if (h->places == NULL)
      return NULL;
   for (l = h->places[place_of(h, number)]; l; l = l->chain)
      if (l->number == number)
         return l;
   return NULL;
}

static history_leaf *new_leaf(history *h, uintptr_t a)
{
   uintptr_t number = a >> h->leaf_bits;
   bool mapped = h->leaf_bits >= MAPPED_BITS;
   history_leaf *l = plat_alloc(CENTRE, sizeof *l
                                        + (mapped ? 0 : leaf_size(h)));
   history_leaf **place;
   uintptr_t start = number << h->leaf_bits;

   if (h->places == NULL || h->count > (size_t)1 << h->place_bits)
      grow(h);
   l->number = number;
   l->stamps = mapped ? plat_map(leaf_size(h)) : (uint32_t *)(l + 1);
   l->seen = (uint16_t *)(l->stamps + history_cells(h));
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

history_leaf *history_get(history *h, uintptr_t a, bool *is_new)
{
   history_leaf *l = history_find(h, a);

   PLAT_ASSERT(a < SHADOW_ADDRESS_END);
   *is_new = l == NULL;
   if (l == NULL)
      l = new_leaf(h, a);
   h->recent[history_recent(l->number)] = l;
   return l;
}

static void drop(history *h, history_leaf *l)
{
   history_leaf **link = &h->places[place_of(h, l->number)];

   while (*link != l)
      link = &(*link)->chain;
   *link = l->chain;
   if (l->next)
      l->next->previous = l->previous;
   if (l->previous)
      l->previous->next = l->next;
   else
      h->leaves = l->next;
   if (h->recent[history_recent(l->number)] == l)
      h->recent[history_recent(l->number)] = NULL;
   if (h->leaf_bits >= MAPPED_BITS)
      plat_unmap(l->stamps, leaf_size(h));
   plat_free(l);
   h->count--;
}

void history_free(history *h)
{
   while (h->leaves)
      drop(h, h->leaves);
   plat_free(h->places);
   h->places = NULL;
}

static void forget_in(history *h, history_leaf *l, uintptr_t a, uintptr_t end)
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

void history_forget(history *h, uintptr_t a, uintptr_t end)
{
   uintptr_t number = a >> h->leaf_bits, last = (end - 1) >> h->leaf_bits;
   history_leaf *l, *next;

   if (a >= end || h->count == 0)
      return;
   /* Of the range and what there is, the smaller one is walked. */
   if (last - number >= h->count) {
      for (l = h->leaves; l; l = next) {
         next = l->next;
         forget_in(h, l, a, end);
      }
      return;
   }
   for (; number <= last; number++) {
      l = history_find(h, number << h->leaf_bits);
      if (l)
         forget_in(h, l, a, end);
   }
}
