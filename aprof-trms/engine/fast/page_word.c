/* The word of a page of stamps: see engine/fast/page_word.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/page_word.h"

void page_word_unpack(unsigned slot, const uint32_t *c)
{
   uint32_t *page = (uint32_t *)windows_page_down((uintptr_t)c);
   uintptr_t *word = page_word(slot, page);
   packed_page *p = (packed_page *)*word;

   plat_populate((uintptr_t)page, WINDOWS_PAGE_BYTES);
   packed_page_fill(p, page);
   packed_page_free(p);
   *word = 0;
   fast.restored_pages++;
   fast.unpacked_lately++;
}

bool page_word_is_touched(const trms_thread *t, const uint32_t *page)
{
   const uint32_t *c = page, *past = page + WINDOWS_PAGE_CELLS;

   if (directory_bit(t) & (fast.folded_slots | fast.packed_slots)
       && *page_word(t->slot, page))
      return true;
   while (c < past && *(const uint64_t *)c == 0)
      c += 2;
   return c < past;
}

__attribute__((noinline))
bool page_word_invalidate(unsigned slot, uint32_t *c, size_t n)
{
   uintptr_t word = *page_word(slot, c);

   if (!page_word_is_packed(word))
      return false;
   for (; n > 0; n--, c++)
      if (*c != 0)
         stamp_invalidate(c);
      else
         packed_page_invalidate((packed_page *)word,
                                (uintptr_t)c % WINDOWS_PAGE_BYTES / sizeof *c);
   return true;
}
