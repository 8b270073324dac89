/* Folding: pages of stamps that all say one thing.

   Where memory goes from thread to thread, the former owner's stamps of it are
   invalid, and mostly of one age: all that they still tell is which of its
   pending activations had touched the cells.  One stamp for the whole page says
   the same.

   Why the result is the same:

   - A check of instrumented code fails for 0 as for any invalid stamp.
   - A thread that writes a cell asks of its stamp only whether it is valid, and
     then stores its own.  Another thread's write has nothing to take from an
     invalid stamp.
   - So the time of an invalid stamp is asked for only where the cell is read
     again (read_foreign_run in accesses.c), where stamps are renumbered, and
     where they are forgotten or move with the memory: these places know of
     folded pages.
   - All that is asked of a time is which pending activations had started at it
     (engine/fast/age.h).  Stamps are folded where the answer is the same, and
     it stays the same, since activations that start later start after all of
     them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/fold.h"
#include "engine/fast/age.h"
#include "engine/fast/compress.h"
#include "engine/fast/page_word.h"

/* Return a stamp that all stamps of the page can be replaced by; 0: there is
   none.  (A 0 among others has an age of its own: it is older than all.) */
static uint32_t one_for_all(const trms_thread *t, const uint32_t *page)
{
   uint32_t stamp = *page;
   age_span a;
   size_t i;

   if (stamp == 0 || stamp_is_valid(stamp))
      return 0;
   a = age_span_of(t, stamp);
   for (i = 1; i < WINDOWS_PAGE_CELLS; i++)
      if (stamp_is_valid(page[i]) || (page[i] | FAST_VALID) < a.first
          || (page[i] | FAST_VALID) >= a.past)
         return 0;
   return stamp;
}

/* A page that was folded and has been touched again keeps its word, and is left
   alone: its memory goes to and fro.  Where no other thread has joined the
   chunk, no stamp has been invalidated. */
void fold_chunk(const trms_thread *t, uintptr_t chunk)
{
   uint32_t *page = compress_first_page(t, chunk);
   uint32_t *past = compress_first_page(t, chunk + 1);

   if ((directory_slots(directory_chunks[chunk]) & ~directory_bit(t)) == 0)
      return;
   for (; page < past; page += WINDOWS_PAGE_CELLS) {
      uintptr_t *word = page_word(t->slot, page);
      if (*word == 0 && (*word = one_for_all(t, page)) != 0) {
         plat_discard((uintptr_t)page, WINDOWS_PAGE_BYTES);
         fast.folded_slots |= directory_bit(t);
      }
   }
}
