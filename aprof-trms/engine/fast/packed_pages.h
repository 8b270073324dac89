/* Packed pages: stamps of the stack of a very deep recursion, as differences.

   Like a folded page (engine/fast/fold.h) a packed one is given back to the
   kernel, and a 0 in it is not "never": it is the stamp that the page had when
   it was packed.  Its word has the bit PACKED, which no stamp has, and says
   where the packed stamps are.  A packed page may have valid stamps; so pages
   are packed only while one thread's writes are unchecked
   (engine/fast/single_thread.h), and all are unpacked before that ends: no
   other thread ever looks at them.

   Why the result is the same:

   - An unchecked write stores its stamp, whatever the old one was.  It is not
     0, so it replaces the packed stamp of its cell.
   - For every other use of a 0 of such a page, the page is unpacked first:
     reads whose check has failed, which it does for 0; writes of the kernel;
     and where stamps are renumbered, forgotten, moved or copied.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_PACKED_PAGES_H
#define APROF_FAST_PACKED_PAGES_H

#include "engine/fast/directory.h"
#include "engine/fast/state.h"

#define PACKED_PAGE 0x80000000u

/* Unpack the page of c, whose word is `word`. */
void packed_pages_unpack(uint32_t *page, uint32_t *word);

/* Pack the pages of [from, past) in the window of the single thread. */
void packed_pages_pack(const trms_thread *t, uintptr_t from, uintptr_t past);

/* Forget the packed stamps of whole pages. */
void packed_pages_drop_all(const trms_thread *t, uintptr_t from,
                           uintptr_t past);

/* The stamp of c in a page that is packed and not touched since, or touched. */
uint32_t packed_pages_stamp(const uint32_t *c, uint32_t word);

/* Unpack all pages; those with the stamps of n bytes at a. */
void packed_pages_end(void);
void packed_pages_open(uintptr_t a, size_t n);

/* The stamp c of the running thread is 0.  If its page is packed, then unpack
   it, and return true. */
static inline bool packed_pages_settle(const trms_thread *t, uint32_t *c)
{
   uint32_t *word;

   if (fast.packed_pages == 0)
      return false;
   word = windows_page_word(t->slot, c);
   if (!(*word & PACKED_PAGE))
      return false;
   packed_pages_unpack((uint32_t *)windows_page_down((uintptr_t)c), word);
   return true;
}

#endif
