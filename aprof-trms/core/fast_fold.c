/* Pages of stamps that say one thing: see fast_stamps.h.

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

#include "fast_stamps.h"

/* Of each chunk that is new so many are looked at.  Those of a thread that has
   touched few aren't: it saves little, and to look at what it hasn't touched of
   them costs a short-lived thread more than all the rest. */
enum { AT_ONCE = 4, WORTH_IT = 8 };

enum { PAGE_CELLS = PAGE_BYTES / 4 };

/* Times which one pending activation is the deepest to have started at. */
typedef struct {
   uint32_t first, past;      /* with V */
} age;

static age age_of(const trms_thread *t, uint32_t stamp)
{
   size_t rank = fast_rank(t, stamp | V);

   return (age){
      start_of(&t->stack.bottom[rank - 1]),
      rank <= depth(t) ? start_of(&t->stack.bottom[rank]) : UINT32_MAX
   };
}

/* A stamp that all of a page's stand for; 0: there is none.  (A 0 among others
   is older than all of them.) */
static uint32_t one_for_all(const trms_thread *t, const uint32_t *page)
{
   uint32_t stamp = *page;
   age a;
   size_t i;

   if (stamp == 0 || stamp & V)
      return 0;
   a = age_of(t, stamp);
   for (i = 1; i < PAGE_CELLS; i++)
      if (page[i] & V || (page[i] | V) < a.first || (page[i] | V) >= a.past)
         return 0;
   return stamp;
}

/* The first page that begins in a chunk. */
static uint32_t *first_page(const trms_thread *t, uintptr_t number)
{
   return (uint32_t *)page_up(t->base + (number << SHADOW_CHUNK_BITS));
}

/* What was folded once and has been touched again is left alone: it goes to and
   fro.  Where nobody else has been, nobody has taken anything. */
static void fold_chunk(const trms_thread *t, uintptr_t number)
{
   uint32_t *page = first_page(t, number), *past = first_page(t, number + 1);

   if (t->chunk_count < WORTH_IT
       || (slots_in(masks[number]) & ~own_bit(t)) == 0)
      return;
   for (; page < past; page += PAGE_CELLS) {
      uint32_t *folded = folded_page(t->slot, page);
      if (*folded == 0 && (*folded = one_for_all(t, page)) != 0) {
         plat_discard((uintptr_t)page, PAGE_BYTES);
         fast.folded |= own_bit(t);
      }
   }
}

/* By turns, so that the work is in proportion to the memory touched, and at
   the end of each turn all of it has been looked at. */
void fast_fold_some(void)
{
   unsigned i;

   for (i = 0; i < AT_ONCE; i++) {
      while (fast.fold_left == 0) {
         fast.fold_next = fast.fold_next && fast.fold_next->next
                          ? fast.fold_next->next : fast.threads;
         fast.fold_left = fast.fold_next->chunk_count;
      }
      fold_chunk(fast.fold_next, fast.fold_next->chunks[--fast.fold_left]);
   }
}

void fast_fold_forget(const trms_thread *t)
{
   fast.folded &= ~own_bit(t);
   if (fast.fold_next == t) {
      fast.fold_next = t->next;
      fast.fold_left = t->next ? t->next->chunk_count : 0;
   }
}

static void unfold_page(unsigned slot, uintptr_t at)
{
   uint32_t *page = (uint32_t *)page_down(at);
   uint32_t *folded = folded_page(slot, page);
   size_t i;

   if (*folded == 0)
      return;
   for (i = 0; i < PAGE_CELLS; i++)
      if (page[i] == 0)
         page[i] = *folded;
   *folded = 0;
}

void fast_unfold_ends(unsigned slot, uintptr_t from, uintptr_t to)
{
   uintptr_t first = page_up(from), past = page_down(to);

   if (from < first)
      unfold_page(slot, from);
   if (past < to)
      unfold_page(slot, past);
   if (first < past)
      windows_clear((uintptr_t)folded_page(slot, (uint32_t *)first),
                    (past - first) / PAGE_BYTES * sizeof(uint32_t));
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
      uint32_t *folded = folded_page(t->slot, page);
      if (*folded)
         *folded = (*folded & S) | fast_rank(t, *folded | V) << 1;
   }
}
