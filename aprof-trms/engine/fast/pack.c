/* Pages of stamps that have not been touched for long, packed: see engine/fast/stamps.h.

   Threads that go through the same memory have stamps of it each, several times
   as much as the memory itself.  Mostly all that a thread's stamps of a page tell,
   if they are old, is which cells one of its pending activations had accessed, and
   which of these somebody has written since.  That takes two bits a cell.  The page
   itself is given back.

   Why nothing changes:

   - All that is asked of a stamp's time is the deepest pending activation that had
     started at it.  Its own start stands for all times that tell of it, and so it
     stays, since activations that start later start after all of them.
   - A check of instrumented code fails for 0, whatever it checks.  What is called
     then, for the thread's own access, unpacks the page (unpacked).
   - A stamp that was exclusive is shared in a packed page.  So no read of others
     has to look for exclusive ones here, and when the thread writes again it looks
     for others' valid stamps, in vain: that is all that being exclusive saves.
     (While a thread is alone, who wrote last is only told by what is exclusive:
     then nothing is packed.)
   - Others' writes invalidate what 0 stands for.
   - A stamp that is not 0 is what counts, whatever 0 stands for: a page may be
     packed again between a thread's look at it and the stamp that it leaves.

   The page that a chunk shares with the next one is packed with the first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/stamps.h"
#include "engine/fast/packed_page.h"

/* Stamps are many if they take so many percent of the memory which they are of. */
enum { MANY = 160 };

/* From how many pages that were unpacked on it is asked whether they are too many of
   those that were packed; and what counts less and less, by these. */
enum { ENOUGH = 1024, LONG_AGO = 16384 };

static uint32_t first_stamp(const uint32_t *page)
{
   size_t i = 0;

   while (i < PAGE_CELLS - 1 && page[i] == 0)
      i++;
   return page[i];
}

/* True: the page is to be given back. */
static bool pack_page(const trms_thread *t, const uint32_t *page)
{
   uintptr_t *word = page_word(t->slot, page);
   uint32_t stamp;
   fast_age a;

   if (*word != 0 || (stamp = first_stamp(page)) == 0)
      return false;
   a = fast_age_of(t, stamp);
   *word = (uintptr_t)packed_new(page, a.first & ~V, a.past & ~V);
   return *word != 0;
}

/* To look at a page that was not touched takes a fault.  So a chunk is not looked
   at as a whole if some of its pages are all without stamps. */
static bool is_sparse(const trms_thread *t, const uint32_t *page)
{
   enum { SOME = 4 };
   int i;

   for (i = 0; i < SOME; i++)
      if (fast_is_touched(t, page + i * CHUNK_PAGES / SOME * PAGE_CELLS))
         return false;
   return true;
}

/* Is a page without any stamp of that time, or a later one? */
static bool is_cold_page(const uint32_t *page, uint32_t time)
{
   const uint32_t *c = page, *past = page + PAGE_CELLS;
   uint64_t later = 0;
   size_t i;

   for (; c < past && later == 0; c += LINE_BYTES / 4)
      for (i = 0; i < LINE_BYTES / 4; i += 2)
         later |= not_before(two_stamps(c + i) & in_both(~V), in_both(time));
   return later == 0;
}

/* Has a thread not touched a chunk for long, as far as times tell? */
static bool is_cold(const trms_thread *t, uintptr_t number)
{
   uint32_t now = (uint32_t)t->stack.next_starts & ~V;
   uint32_t *page = first_page(t, number), *past = first_page(t, number + 1);

   if (now <= 2 * fast.calls_to_cold || is_sparse(t, page))
      return false;
   for (; page < past; page += PAGE_CELLS)
      if (*page_word(t->slot, page) == 0
          && !is_cold_page(page, now - 2 * fast.calls_to_cold))
         return false;
   return true;
}

/* What is packed and unpacked again was not cold: if that becomes of two thirds
   of what is packed, stamps are to be twice as old from then on.  A program that goes
   through its memory again and again is understood after a few rounds, and one whose
   old activations go on reading, in the end, so that nothing is cold any more. */
static void see_what_came_back(void)
{
   if (fast.came_back < ENOUGH)
      return;
   if (fast.came_back > fast.went / 3 * 2) {
      if (fast.calls_to_cold < LIMIT)
         fast.calls_to_cold *= 2;
      fast.came_back = fast.went = 0;
   } else if (fast.went > LONG_AGO) {
      fast.came_back /= 2;
      fast.went /= 2;
   }
}

static bool has_many_stamps(void)
{
   size_t pages = fast.joined * CHUNK_PAGES;

   return pages - packed_count() > fast.chunks * CHUNK_PAGES * MANY / 100;
}

void fast_pack_chunk(trms_thread *t, uintptr_t number)
{
   uint32_t *page = first_page(t, number), *past = first_page(t, number + 1);

   see_what_came_back();
   if (fast.alone
       || !(fast.pack_always || (has_many_stamps() && is_cold(t, number))))
      return;
   fast.packed |= own_bit(t);
   while (page < past) {
      uint32_t *from = page;
      while (page < past && pack_page(t, page))
         page += PAGE_CELLS;
      if (from < page) {
         plat_discard((uintptr_t)from, (uintptr_t)page - (uintptr_t)from);
         fast.went += (size_t)(page - from) / PAGE_CELLS;
      } else
         page += PAGE_CELLS;
   }
}

void fast_forget_packed(unsigned slot, uintptr_t first, uintptr_t past)
{
   for (; first < past; first += PAGE_BYTES) {
      uintptr_t *word = page_word(slot, (const uint32_t *)first);

      if (is_packed_word(*word)) {
         packed_free((packed_page *)*word);
         *word = 0;
      }
   }
}

void fast_renumber_packed(const trms_thread *t, uintptr_t word)
{
   packed_page *p = (packed_page *)word;

   packed_set_time(p, fast_rank(t, packed_time(p) | V) << 1);
}
