/* The word of a page of stamps: what a 0 in the page stands for.

   Compression (engine/fast/compress.h) gives pages of stamps back to the
   kernel, and keeps what they told in one word for each page:

     0                    a 0 is "never", as everywhere else
     1 to 2^32 - 1        the page is folded: a 0 is this stamp, which is not
                          valid
     the address of a     the page is packed: a 0 is the stamp that the packed
     packed page          page has for the cell

   In every case a stamp that is not 0 is what counts for its cell, whatever
   the word says.  So a page that has been given back may be written to at once,
   and instrumented code need not know of words: its checks fail for 0.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_PAGE_WORD_H
#define APROF_FAST_PAGE_WORD_H

#include "engine/fast/directory.h"
#include "engine/fast/packed_page.h"
#include "engine/fast/state.h"

/* Return the word of the page of a slot's window that c lies in. */
static inline uintptr_t *page_word(unsigned slot, const uint32_t *c)
{
   return &windows_words_by_page(slot)[(uintptr_t)c >> WINDOWS_PAGE_BITS];
}

static inline bool page_word_is_packed(uintptr_t word)
{
   return word > UINT32_MAX;
}

static inline bool page_word_of_packed(unsigned slot, const uint32_t *c)
{
   return fast.packed_slots >> slot & 1
          && page_word_is_packed(*page_word(slot, c));
}

/* Unpack the page of c, which must be packed. */
void page_word_unpack(unsigned slot, const uint32_t *c);

/* Unpack the page of the thread's own stamp c, of the cell at a, where c is 0
   because the page is packed; was that so? */
static inline bool page_word_unpack_own(const trms_thread *t,
                                        const uint32_t *c, uintptr_t a)
{
   if (*c != 0 || fast.packed_slots == 0 || !fast_in_window(t, a)
       || !page_word_is_packed(
              t->page_words[(uintptr_t)c >> WINDOWS_PAGE_BITS]))
      return false;
   page_word_unpack(t->slot, c);
   return true;
}

/* Return the thread's stamp of the cell at a, whose place is c, in a table or
   in a page that is not packed. */
static inline uint32_t page_word_stamp(const trms_thread *t, const uint32_t *c,
                                       uintptr_t a)
{
   return *c == 0 && directory_bit(t) & fast.folded_slots
          && fast_in_window(t, a) ? (uint32_t)*page_word(t->slot, c) : *c;
}

/* Has a page of the thread's window any stamp, or a word? */
bool page_word_is_touched(const trms_thread *t, const uint32_t *page);

/* Invalidate the stamps of n cells of one page, of which none is exclusive,
   if the page is packed; was it? */
bool page_word_invalidate(unsigned slot, uint32_t *c, size_t n);

#endif
