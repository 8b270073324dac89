/* Compression of pages of stamps: see engine/fast/compress.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/compress.h"
#include "engine/fast/age.h"
#include "engine/fast/fold.h"
#include "engine/fast/pack.h"
#include "engine/fast/page_word.h"

/* AT_ONCE: chunks that are looked at for each chunk that is joined.
   LEAST_CHUNKS: threads with fewer chunks are left out.  They would save
   little, and looking at pages that they have not touched would cost a
   short-lived thread more than all else. */
enum { AT_ONCE = 12, LEAST_CHUNKS = 8 };

/* Threads take turns, so that the work is in proportion to the memory touched;
   at the end of each turn all of the thread's chunks have been looked at. */
void compress_some(void)
{
   uintptr_t chunk;
   unsigned i;

   for (i = 0; i < AT_ONCE; i++) {
      while (fast.turn_left == 0) {
         fast.turn = fast.turn && fast.turn->next ? fast.turn->next
                                                  : fast.threads;
         fast.turn_left = fast.turn->chunk_count;
      }
      chunk = fast.turn->chunks[--fast.turn_left];
      if (fast.turn->chunk_count >= LEAST_CHUNKS) {
         fold_chunk(fast.turn, chunk);
         pack_chunk(fast.turn, chunk);
      }
   }
}

static void pack_all(void)
{
   trms_thread *t;
   size_t i;

   for (t = fast.threads; t; t = t->next)
      for (i = 0; i < t->chunk_count; i++)
         pack_chunk(t, t->chunks[i]);
}

/* Pages that were unpacked take memory as a chunk that is joined does. */
void trms_fast_tidy(void)
{
   if (fast.pack_always)
      pack_all();
   for (; fast.restored_pages >= WINDOWS_CHUNK_PAGES;
        fast.restored_pages -= WINDOWS_CHUNK_PAGES)
      compress_some();
}

void compress_forget(const trms_thread *t)
{
   fast.restored_pages = 0;
   fast.folded_slots &= ~directory_bit(t);
   fast.packed_slots &= ~directory_bit(t);
   if (fast.turn == t) {
      fast.turn = t->next;
      fast.turn_left = t->next ? t->next->chunk_count : 0;
   }
}

static void undo_page(unsigned slot, uintptr_t at)
{
   uint32_t *page = (uint32_t *)windows_page_down(at);
   uintptr_t *word = page_word(slot, page);
   size_t i;

   if (page_word_is_packed(*word))
      page_word_unpack(slot, page);
   if (*word == 0)
      return;
   for (i = 0; i < WINDOWS_PAGE_CELLS; i++)
      if (page[i] == 0)
         page[i] = (uint32_t)*word;
   *word = 0;
}

void compress_undo_ends(unsigned slot, uintptr_t from, uintptr_t to)
{
   uintptr_t first = windows_page_up(from), past = windows_page_down(to);

   if (from < first)
      undo_page(slot, from);
   if (past < to)
      undo_page(slot, past);
   if (first >= past)
      return;
   if (fast.packed_slots >> slot & 1)
      pack_drop(slot, first, past);
   windows_clear((uintptr_t)page_word(slot, (uint32_t *)first),
                 (past - first) / WINDOWS_PAGE_BYTES * sizeof(uintptr_t));
}

void compress_undo(unsigned slot, uintptr_t from, uintptr_t to)
{
   uintptr_t at;

   for (at = windows_page_down(from); at < to; at += WINDOWS_PAGE_BYTES)
      undo_page(slot, at);
}

void compress_renumber(const trms_thread *t, uintptr_t chunk)
{
   uint32_t *page = compress_first_page(t, chunk);
   uint32_t *past = compress_first_page(t, chunk + 1);

   for (; page < past; page += WINDOWS_PAGE_CELLS) {
      uintptr_t *word = page_word(t->slot, page);
      if (page_word_is_packed(*word))
         pack_renumber(t, *word);
      else if (*word)
         *word = (*word & FAST_SHARED)
                 | age_rank(t, (uint32_t)*word | FAST_VALID) << 1;
   }
}
