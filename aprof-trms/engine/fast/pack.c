/* Packing: pages of stamps that have not been touched for long.

   Threads that go through the same memory have stamps of it each, together
   several times as much as the memory itself.  Mostly a thread's old stamps of
   a page tell only which cells one of its pending activations had accessed, and
   which of these have been written since by others.  That takes two bits a
   cell; the page itself is given back.

   Why the result is the same:

   - All that is asked of a stamp's time is which pending activations had
     started at it (engine/fast/age.h).  The start of the latest of them stands
     for all times with that answer, and keeps doing so, since activations that
     start later start after all of them.
   - A check of instrumented code fails for 0, whatever it checks.  The function
     called then, for the thread's own access, unpacks the page
     (page_word_unpack_own).
   - A stamp that was exclusive is shared in a packed page.  So a read of
     another thread need not look for exclusive stamps here; and when the thread
     writes the cell again it looks for valid stamps of others in vain, which is
     all that being exclusive saves.  (A single thread's exclusive stamps are
     the only record of what it wrote last: then nothing is packed.)
   - Writes of other threads invalidate what 0 stands for.
   - A stamp that is not 0 is what counts, whatever 0 stands for: a page may be
     packed again between a thread's look at it and the stamp that it leaves.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/pack.h"
#include "engine/fast/age.h"
#include "engine/fast/compress.h"
#include "engine/fast/page_word.h"

/* Pages are packed while all stamps take more than this percentage of the
   memory that they are of. */
enum { MANY_PERCENT = 160 };

/* LEAST_UNPACKED: pages that must have been unpacked before their ratio to
   those packed is judged.  DECAY_AT: above so many packed pages both counters
   are halved. */
enum { LEAST_UNPACKED = 1024, DECAY_AT = 16384 };

static uint32_t first_stamp(const uint32_t *page)
{
   size_t i = 0;

   while (i < WINDOWS_PAGE_CELLS - 1 && page[i] == 0)
      i++;
   return page[i];
}

/* True: the page is packed, and to be given back. */
static bool pack_page(const trms_thread *t, const uint32_t *page)
{
   uintptr_t *word = page_word(t->slot, page);
   uint32_t stamp;
   age_span a;

   if (*word != 0 || (stamp = first_stamp(page)) == 0)
      return false;
   a = age_span_of(t, stamp);
   *word = (uintptr_t)packed_page_new(page, a.first & ~FAST_VALID,
                                      a.past & ~FAST_VALID);
   return *word != 0;
}

/* Looking at a page that was never touched takes a page fault: a chunk is left
   out if none of SAMPLES of its pages has stamps. */
static bool is_sparse(const trms_thread *t, const uint32_t *page)
{
   enum { SAMPLES = 4 };
   int i;

   for (i = 0; i < SAMPLES; i++)
      if (page_word_is_touched(t, page + i * WINDOWS_CHUNK_PAGES / SAMPLES
                                         * WINDOWS_PAGE_CELLS))
         return false;
   return true;
}

/* Are all stamps of a page older than this time? */
static bool is_cold_page(const uint32_t *page, uint32_t time)
{
   const uint32_t *c = page, *past = page + WINDOWS_PAGE_CELLS;
   uint64_t later = 0;
   size_t i;

   for (; c < past && later == 0; c += DIRECTORY_LINE_BYTES / 4)
      for (i = 0; i < DIRECTORY_LINE_BYTES / 4; i += 2)
         later |= stamp_pair_not_before(
                     stamp_pair(c + i) & stamp_in_both(~FAST_VALID),
                     stamp_in_both(time));
   return later == 0;
}

/* Has the thread not touched the chunk for long, as far as times tell? */
static bool is_cold(const trms_thread *t, uintptr_t chunk)
{
   uint32_t now = (uint32_t)t->stack.next_starts & ~FAST_VALID;
   uint32_t *page = compress_first_page(t, chunk);
   uint32_t *past = compress_first_page(t, chunk + 1);

   if (now <= 2 * fast.cold_calls || is_sparse(t, page))
      return false;
   for (; page < past; page += WINDOWS_PAGE_CELLS)
      if (*page_word(t->slot, page) == 0
          && !is_cold_page(page, now - 2 * fast.cold_calls))
         return false;
   return true;
}

/* A page that is packed and unpacked again was not cold.  If two thirds of the
   packed pages come back, stamps have to be twice as old from then on.  So a
   program that goes through its memory again and again is understood after a
   few rounds; in the end, if its old activations go on reading, nothing is cold
   any more. */
static void adapt(void)
{
   if (fast.unpacked_lately < LEAST_UNPACKED)
      return;
   if (fast.unpacked_lately > fast.packed_lately / 3 * 2) {
      if (fast.cold_calls < STAMP_TIMES)
         fast.cold_calls *= 2;
      fast.unpacked_lately = fast.packed_lately = 0;
   } else if (fast.packed_lately > DECAY_AT) {
      fast.unpacked_lately /= 2;
      fast.packed_lately /= 2;
   }
}

static bool has_many_stamps(void)
{
   size_t pages = fast.joined_chunks * WINDOWS_CHUNK_PAGES;

   return pages - packed_page_count()
          > fast.touched_chunks * WINDOWS_CHUNK_PAGES * MANY_PERCENT / 100;
}

void pack_chunk(trms_thread *t, uintptr_t chunk)
{
   uint32_t *page = compress_first_page(t, chunk);
   uint32_t *past = compress_first_page(t, chunk + 1);

   adapt();
   if (fast.single
       || !(fast.pack_always || (has_many_stamps() && is_cold(t, chunk))))
      return;
   fast.packed_slots |= directory_bit(t);
   while (page < past) {
      uint32_t *from = page;
      while (page < past && pack_page(t, page))
         page += WINDOWS_PAGE_CELLS;
      if (from < page) {
         plat_discard((uintptr_t)from, (uintptr_t)page - (uintptr_t)from);
         fast.packed_lately += (size_t)(page - from) / WINDOWS_PAGE_CELLS;
      } else
         page += WINDOWS_PAGE_CELLS;
   }
}

void pack_drop(unsigned slot, uintptr_t first, uintptr_t past)
{
   for (; first < past; first += WINDOWS_PAGE_BYTES) {
      uintptr_t *word = page_word(slot, (const uint32_t *)first);

      if (page_word_is_packed(*word)) {
         packed_page_free((packed_page *)*word);
         *word = 0;
      }
   }
}

void pack_renumber(const trms_thread *t, uintptr_t word)
{
   packed_page *p = (packed_page *)word;

   packed_page_set_time(
      p, age_rank(t, packed_page_time(p) | FAST_VALID) << 1);
}
