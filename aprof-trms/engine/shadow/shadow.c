/* Shadow memory: see shadow.h.

   Memory of tables and chunks comes from platform_map: whole zeroed pages,
   which take memory only where they are touched.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/shadow/shadow.h"

#define SECOND_BITS 16
#define SECOND_ENTRIES ((size_t)1 << SECOND_BITS)
#define FIRST_ENTRIES \
   ((size_t)1 << (SHADOW_ADDRESS_BITS - SHADOW_CHUNK_BITS - SECOND_BITS))
#define FIRST_SIZE (FIRST_ENTRIES * sizeof(struct shadow_second *))

struct shadow_second {
   struct shadow_second *next;
   shadow_chunk *chunk[SECOND_ENTRIES];
};

size_t shadow_chunk_cells(const shadow *s)
{
   return (size_t)SHADOW_CHUNK_BYTES >> s->cell_shift;
}

static size_t chunk_size(const shadow *s)
{
   return shadow_chunk_cells(s) * sizeof(uint32_t);
}

void shadow_init(shadow *s, unsigned cell_shift)
{
   s->first = NULL;
   s->seconds = NULL;
   s->chunks = NULL;
   s->chunk_count = 0;
   s->cell_shift = cell_shift;
}

shadow_chunk *shadow_find(const shadow *s, uintptr_t number)
{
   struct shadow_second *second;

   if (s->first == NULL)
      return NULL;
   second = s->first[number >> SECOND_BITS];
   return second ? second->chunk[number & (SECOND_ENTRIES - 1)] : NULL;
}

shadow_chunk *shadow_get(shadow *s, uintptr_t number)
{
   struct shadow_second **second;
   shadow_chunk **entry, *c;

   PLATFORM_ASSERT(number < SHADOW_ADDRESS_END >> SHADOW_CHUNK_BITS);
   if (s->first == NULL)
      s->first = platform_map(shadow_pages(FIRST_SIZE));
   second = &s->first[number >> SECOND_BITS];
   if (*second == NULL) {
      *second = platform_map(shadow_pages(sizeof **second));
      (*second)->next = s->seconds;
      s->seconds = *second;
   }
   entry = &(*second)->chunk[number & (SECOND_ENTRIES - 1)];
   if (*entry)
      return *entry;

   c = platform_alloc("aprof.shadow", sizeof *c);
   c->cells = platform_map(shadow_pages(chunk_size(s)));
   c->number = number;
   c->next = s->chunks;
   if (c->next)
      c->next->previous = c;
   s->chunks = c;
   s->chunk_count++;
   *entry = c;
   return c;
}

static void drop_chunk(shadow *s, shadow_chunk *c)
{
   struct shadow_second *second = s->first[c->number >> SECOND_BITS];

   second->chunk[c->number & (SECOND_ENTRIES - 1)] = NULL;
   if (c->next)
      c->next->previous = c->previous;
   if (c->previous)
      c->previous->next = c->next;
   else
      s->chunks = c->next;
   s->chunk_count--;
   platform_unmap(c->cells, shadow_pages(chunk_size(s)));
   platform_free(c);
}

void shadow_free(shadow *s)
{
   while (s->chunks)
      drop_chunk(s, s->chunks);
   while (s->seconds) {
      struct shadow_second *second = s->seconds;
      s->seconds = second->next;
      platform_unmap(second, shadow_pages(sizeof *second));
   }
   if (s->first)
      platform_unmap(s->first, shadow_pages(FIRST_SIZE));
   s->first = NULL;
}

/* shadow_forget for one chunk: return whether it was given back. */
static bool forget_in_chunk(shadow *s, shadow_chunk *c, uintptr_t first,
                            uintptr_t end)
{
   uintptr_t cells = shadow_chunk_cells(s), base = c->number * cells;

   if (first <= base && end >= base + cells) {
      drop_chunk(s, c);
      return true;
   }
   if (first < base)
      first = base;
   if (end > base + cells)
      end = base + cells;
   if (first < end)
      platform_zero(c->cells + (first - base),
                    (end - first) * sizeof(uint32_t));
   return false;
}

bool shadow_forget(shadow *s, uintptr_t first, uintptr_t end)
{
   uintptr_t cells = shadow_chunk_cells(s), number, last;
   bool dropped = false;

   if (first >= end || s->chunks == NULL)
      return false;
   number = first / cells;
   last = (end - 1) / cells;
   /* Walk the smaller of the two: the range, or all chunks.  A program may
      unmap terabytes that it has only reserved. */
   if (last - number >= s->chunk_count) {
      shadow_chunk *c = s->chunks, *next;
      for (; c; c = next) {
         next = c->next;
         dropped |= forget_in_chunk(s, c, first, end);
      }
   } else {
      for (; number <= last; number++) {
         shadow_chunk *c = shadow_find(s, number);
         if (c)
            dropped |= forget_in_chunk(s, c, first, end);
      }
   }
   return dropped;
}

/* Copy the values of [from, end), all in chunk c, to `to` and following. */
static void copy_from_chunk(shadow *s, const shadow_chunk *c, uintptr_t from,
                            uintptr_t end, uintptr_t to)
{
   uintptr_t cells = shadow_chunk_cells(s), i;

   while (from < end) {
      shadow_chunk *target = shadow_get(s, to / cells);
      const uint32_t *source = c->cells + from % cells;
      uint32_t *value = target->cells + to % cells;
      uintptr_t part = cells - to % cells;

      if (part > end - from)
         part = end - from;
      /* Zeros are not written: they would take pages that the source lacks. */
      for (i = 0; i < part; i++)
         if (source[i])
            value[i] = source[i];
      from += part;
      to += part;
   }
}

bool shadow_move(shadow *s, uintptr_t from, uintptr_t to, uintptr_t count)
{
   uintptr_t cells = shadow_chunk_cells(s), first = from, end = from + count;

   if (s->chunks == NULL)
      return false;
   while (from < end) {
      shadow_chunk *c = shadow_find(s, from / cells);
      uintptr_t part = cells - from % cells;

      if (part > end - from)
         part = end - from;
      if (c)
         copy_from_chunk(s, c, from, from + part, to);
      from += part;
      to += part;
   }
   return shadow_forget(s, first, end);
}
