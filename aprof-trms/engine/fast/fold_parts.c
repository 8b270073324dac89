/* Pages that are folded in part: see engine/fast/fold_parts.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fold_parts.h"

#define CENTRE "aprof.fast.parts"

static fold_part *parts;
static uint32_t count, room, first_free;

static uint32_t place(void)
{
   uint32_t i = first_free;

   if (i != 0) {
      first_free = parts[i - 1].stamp;
      return i - 1;
   }
   if (count == room) {
      room = room ? room + room / 2 : 256;
      parts = platform_realloc(CENTRE, parts, room * sizeof *parts);
   }
   return count++;
}

uint32_t fold_parts_new(uint32_t *page)
{
   uint32_t i = place();

   platform_zero(&parts[i], sizeof parts[i]);
   parts[i].page = page;
   return FOLD_PART | i;
}

fold_part *fold_parts_of(uint32_t word)
{
   return &parts[word & ~FOLD_PART];
}

void fold_parts_free(uint32_t word)
{
   fold_part *p = fold_parts_of(word);

   p->page = NULL;
   p->stamp = first_free;
   first_free = (word & ~FOLD_PART) + 1;
}

size_t fold_parts_count(void)
{
   return count;
}

void fold_parts_forget(uintptr_t from, uintptr_t past)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      if (parts[i].page != NULL && (uintptr_t)parts[i].page >= from
          && (uintptr_t)parts[i].page < past)
         fold_parts_free(FOLD_PART | i);
}

void fold_parts_finish(void)
{
   platform_free(parts);
   parts = NULL;
   count = room = first_free = 0;
}
