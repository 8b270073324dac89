/* Bare pages: lazy pages (lazy.h) for which no thread has stamps in its window.

   Where many threads take scattered cells from each other, the stamps of each
   thread take as much memory as the program's, and each access waits for them;
   yet all that they tell in the end is mostly one time, that of the one
   activation which does the work.  In a bare page all stamps in windows are 0.
   For each thread there are one stamp, which is not valid, and a bit for each
   cell; which of them count as valid the sets of lazy pages tell.  So an access
   waits for a bit instead of a word of 32, no thread has a turn, and 0 needs no
   memory.

   Why the result is the same:

   - Of a stamp's time nothing is used but which pending activations had started
     at it (age.h).  An access whose thread's cells in the page have another age
     than the top activation ends the bare page first: then each cell with a bit
     gets its stamp, in the window, and the page is a lazy page, in which no
     thread has a turn.
   - Checks of instrumented code fail for 0.  Behind such a check code stores no
     stamp: there are no bare pages before all code has been translated with a
     guard at the store (trms_fast_guard).
   - No page of a window that overlaps a bare page has a word (fold.h): it is
     opened when the page becomes bare, and lazy pages are folded only where all
     cells have stamps.
   - Whether a stamp is exclusive is asked of the set, as in lazy pages.

   With --output=yes, which asks for the times of stamps at writes, there are no
   bare pages.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_BARE_H
#define APROF_FAST_BARE_H

#include "engine/fast/state.h"

/* For each page of the program's memory: is it bare? */
static uint8_t *const bare_states = (uint8_t *)(WINDOWS_BARE + 0x9c0);

static inline bool bare_has(uintptr_t a)
{
   return fast.bare_pages > 0 && a < WINDOWS_END
          && bare_states[a >> WINDOWS_PAGE_BITS];
}

/* The thread's stamp of the cell at a, in a bare page: not valid, or 0. */
uint32_t bare_stamp(const trms_thread *t, uintptr_t a);

/* The thread reads, or writes, n cells of one line in a bare page.  Return how
   many of them are done; less than n: the page is not bare any more. */
size_t bare_read(trms_thread *t, uintptr_t a, size_t n);
size_t bare_write(trms_thread *t, uintptr_t a, size_t n);
/* The same for one cell, and for two. */
bool bare_read_one(trms_thread *t, uintptr_t a);
bool bare_read_two(trms_thread *t, uintptr_t a);
bool bare_write_one(trms_thread *t, uintptr_t a);
bool bare_write_two(trms_thread *t, uintptr_t a);

/* A lazy page in which no stamp is valid: make it bare if its stamps allow
   that; did they? */
bool bare_begin(uintptr_t page);
/* A page may become lazy soon. */
void bare_expect(uintptr_t page);
/* A bare page is only lazy; or is about to be forgotten. */
void bare_end(uintptr_t page);
void bare_forget(uintptr_t page);

void bare_thread_ends(const trms_thread *t);
/* Renumber the stamps of a chunk's pages (ranges_renumber). */
void bare_renumber(const trms_thread *t, uintptr_t chunk);

#endif
