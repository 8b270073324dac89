/* Pages that are folded in part: see engine/fast/fold_parts.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fold_parts.h"

#define CENTRE "aprof.fast.parts"

/* In blocks, so that none is ever copied. */
enum { BLOCK = 128 };

static fold_part **blocks;
static uint32_t count, room, first_free;

static fold_part *part_at(uint32_t i)
{
   return &blocks[i / BLOCK][i % BLOCK];
}

static uint32_t place(void)
{
   uint32_t i = first_free;

   if (i != 0) {
      first_free = part_at(i - 1)->stamp;
      return i - 1;
   }
   if (count == room * BLOCK) {
      blocks = platform_realloc(CENTRE, blocks, (room + 1) * sizeof *blocks);
      blocks[room++] = platform_alloc(CENTRE, BLOCK * sizeof **blocks);
   }
   return count++;
}

uint32_t fold_parts_new(uint32_t *page)
{
   uint32_t i = place();

   platform_zero(part_at(i), sizeof *part_at(i));
   part_at(i)->page = page;
   return FOLD_PART | i;
}

fold_part *fold_parts_of(uint32_t word)
{
   return part_at(word & ~FOLD_PART);
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
      if (part_at(i)->page != NULL && (uintptr_t)part_at(i)->page >= from
          && (uintptr_t)part_at(i)->page < past)
         fold_parts_free(FOLD_PART | i);
}

void fold_parts_finish(void)
{
   uint32_t i;

   for (i = 0; i < room; i++)
      platform_free(blocks[i]);
   platform_free(blocks);
   blocks = NULL;
   count = room = first_free = 0;
}
