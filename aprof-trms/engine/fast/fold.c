/* Pages of stamps that say one thing: see engine/fast/stamps.h.

   Where memory goes from thread to thread, the former's stamps of it are not
   valid any more, and mostly of one age: all that they still tell is which of
   its pending activations had touched the cells.  That is kept in a word for
   the whole page, and the page is given back.

   Why nothing changes:

   - A check of instrumented code fails for 0 as it does for any stamp that is
     not valid.
   - Who writes a cell asks for its stamp only whether it is valid, and then sets
     its own; a stamp that is not valid has nothing that another's write could
     take from it.
   - So a stamp's time is asked for where a cell is read again
     (read_foreign_run), where stamps are renumbered, and where they go or move
     with the memory: these know of folded pages.
   - All that is asked of a time is "the deepest pending activation that had
     started at it": stamps are put together where that is one and the same, and
     so it stays, since activations that start later start after all of them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/stamps.h"

/* Of each chunk that is new so many are looked at.  Those of a thread that has
   touched few aren't: it saves little, and to look at what it hasn't touched of
   them costs a short-lived thread more than all the rest. */
enum { AT_ONCE = 12, WORTH_IT = 8 };

/* A stamp that all of a page's stand for; 0: there is none.  (A 0 among others
   is older than all of them.) */
static uint32_t one_for_all(const trms_thread *t, const uint32_t *page)
{
   uint32_t stamp = *page;
   fast_age a;
   size_t i;

   if (stamp == 0 || stamp & V)
      return 0;
   a = fast_age_of(t, stamp);
   for (i = 1; i < PAGE_CELLS; i++)
      if (page[i] & V || (page[i] | V) < a.first || (page[i] | V) >= a.past)
         return 0;
   return stamp;
}

/* What was folded once and has been touched again is left alone: it goes to and
   fro.  Where nobody else has been, nobody has taken anything. */
static void fold_chunk(const trms_thread *t, uintptr_t number)
{
   uint32_t *page = first_page(t, number), *past = first_page(t, number + 1);

   if ((slots_in(masks[number]) & ~own_bit(t)) == 0)
      return;
   for (; page < past; page += PAGE_CELLS) {
      uintptr_t *word = page_word(t->slot, page);
      if (*word == 0 && (*word = one_for_all(t, page)) != 0) {
         plat_discard((uintptr_t)page, PAGE_BYTES);
         fast.folded |= own_bit(t);
      }
   }
}

/* By turns, so that the work is in proportion to the memory touched, and at
   the end of each turn all of it has been looked at. */
void fast_fold_some(void)
{
   uintptr_t number;
   unsigned i;

   for (i = 0; i < AT_ONCE; i++) {
      while (fast.fold_left == 0) {
         fast.fold_next = fast.fold_next && fast.fold_next->next
                          ? fast.fold_next->next : fast.threads;
         fast.fold_left = fast.fold_next->chunk_count;
      }
      number = fast.fold_next->chunks[--fast.fold_left];
      if (fast.fold_next->chunk_count >= WORTH_IT) {
         fold_chunk(fast.fold_next, number);
         fast_pack_chunk(fast.fold_next, number);
      }
   }
}

static void pack_all(void)
{
   trms_thread *t;
   size_t i;

   for (t = fast.threads; t; t = t->next)
      for (i = 0; i < t->chunk_count; i++)
         fast_pack_chunk(t, t->chunks[i]);
}

/* Pages that were unpacked are memory taken, as a chunk that is joined. */
void trms_fast_tidy(void)
{
   if (fast.pack_always)
      pack_all();
   for (; fast.unpacked >= CHUNK_PAGES; fast.unpacked -= CHUNK_PAGES)
      fast_fold_some();
}

void fast_fold_forget(const trms_thread *t)
{
   fast.unpacked = 0;
   fast.folded &= ~own_bit(t);
   fast.packed &= ~own_bit(t);
   if (fast.fold_next == t) {
      fast.fold_next = t->next;
      fast.fold_left = t->next ? t->next->chunk_count : 0;
   }
}

static void unfold_page(unsigned slot, uintptr_t at)
{
   uint32_t *page = (uint32_t *)page_down(at);
   uintptr_t *word = page_word(slot, page);
   size_t i;

   if (is_packed_word(*word))
      fast_unpack(slot, page);
   if (*word == 0)
      return;
   for (i = 0; i < PAGE_CELLS; i++)
      if (page[i] == 0)
         page[i] = (uint32_t)*word;
   *word = 0;
}

void fast_unfold_ends(unsigned slot, uintptr_t from, uintptr_t to)
{
   uintptr_t first = page_up(from), past = page_down(to);

   if (from < first)
      unfold_page(slot, from);
   if (past < to)
      unfold_page(slot, past);
   if (first >= past)
      return;
   if (fast.packed >> slot & 1)
      fast_forget_packed(slot, first, past);
   windows_clear((uintptr_t)page_word(slot, (uint32_t *)first),
                 (past - first) / PAGE_BYTES * sizeof(uintptr_t));
}

void fast_unfold(unsigned slot, uintptr_t from, uintptr_t to)
{
   uintptr_t at;

   for (at = page_down(from); at < to; at += PAGE_BYTES)
      unfold_page(slot, at);
}

void fast_renumber_folded(const trms_thread *t, uintptr_t number)
{
   uint32_t *page = first_page(t, number), *past = first_page(t, number + 1);

   for (; page < past; page += PAGE_CELLS) {
      uintptr_t *word = page_word(t->slot, page);
      if (is_packed_word(*word))
         fast_renumber_packed(t, *word);
      else if (*word)
         *word = (*word & S) | fast_rank(t, (uint32_t)*word | V) << 1;
   }
}
