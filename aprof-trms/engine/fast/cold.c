/* Cold pages: see engine/fast/cold.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/cold.h"
#include "engine/fast/chunks.h"
#include "engine/fast/fold.h"
#include "engine/fast/single_thread.h"

/* Is each stamp of the page, whether valid or not, of a time before `before`?  A
   page without any stamp is not worth a word.  Most are told by their first
   cells. */
static bool is_cold(const uint32_t *page, uint32_t before)
{
   uint32_t latest = 0;
   size_t i, k;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i += 16) {
      for (k = i; k < i + 16; k++) {
         uint32_t stamp = page[k] & ~STAMP_VALID;
         latest = stamp > latest ? stamp : latest;
      }
      if (latest >= before)
         return false;
   }
   return latest != 0;
}

static void look_at_chunk(const trms_thread *t, uintptr_t chunk,
                          uint32_t before)
{
   uint32_t *first = fold_first_page(t, chunk), *page;
   uint32_t *past = fold_first_page(t, chunk + 1);
   uint64_t pages = platform_resident((uintptr_t)first,
                                      (unsigned)((past - first)
                                                 / WINDOWS_PAGE_CELLS));

   for (; pages; pages &= pages - 1) {
      page = first + (size_t)__builtin_ctzll(pages) * WINDOWS_PAGE_CELLS;
      if (*windows_page_word(t->slot, page) == 0 && is_cold(page, before))
         fold_cold(t, page);
   }
}

/* Of the stamps of the top's age none is older than its start. */
static void look_at_thread(trms_thread *t)
{
   uint32_t before = t->cold_before, top = fast_start(t->stack.top);
   size_t i;

   t->cold_before = (uint32_t)t->stack.next_starts & ~STAMP_VALID;
   top &= ~STAMP_VALID;
   before = before < top ? before : top;
   for (i = 0; before > 0 && i < t->chunk_count; i++)
      look_at_chunk(t, t->chunks[i], before);
}

void trms_fast_look_for_cold(uint64_t blocks)
{
   trms_thread *t;

   if (!fast.has_windows || blocks < fast.cold_next)
      return;
   fast.cold_next = blocks + (fast.small_ranges ? COLD_TEST_WAIT
                                                 : blocks / COLD_MORE);
   if (!fold_may_fold_valid() && fast.opened_with_valid > blocks / COLD_OPENED)
      return;
   single_thread_join_all();
   for (t = fast.threads; t; t = t->next)
      if (t->base != 0)
         look_at_thread(t);
}
