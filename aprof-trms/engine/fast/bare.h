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

   - The only use of a stamp's time is to say which pending activations had
     started at it (age.h).  An access whose thread's cells in the page have another age
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

#include "engine/fast/last_writer.h"
#include "engine/fast/lazy_set.h"
#include "engine/fast/stamp.h"
#include "engine/fast/state.h"

/* For each page of the program's memory 0, or its credit if it is bare.  As in
   lazy pages an access that takes cells from other threads adds 1, any other
   takes 1 away, and the page ends when there is none left: at BARE_LAST. */
enum { BARE_LAST = 1, BARE_MOST_CREDIT = 128 };

static uint8_t *const bare_states = (uint8_t *)(WINDOWS_BARE + 0x9c0);

static inline bool bare_has(uintptr_t a)
{
   return fast.bare_pages > 0 && a < WINDOWS_END
          && bare_states[a >> WINDOWS_PAGE_BITS];
}

/* Of the thread: the stamp of a page, and the bits of 64 cells. */
static inline uint32_t *bare_page_stamp(const trms_thread *t, uintptr_t a)
{
   return &t->bare_stamps[a >> WINDOWS_PAGE_BITS];
}

static inline uint64_t *bare_bits(const trms_thread *t, uintptr_t a)
{
   return &t->bare_bits[a / 256];
}

/* The bits of n neighbouring cells of a line. */
static inline uint64_t bare_cells(uintptr_t a, size_t n)
{
   return (((uint64_t)1 << n) - 1) << a / 4 % 64;
}

/* The thread's stamp of the cell at a, in a bare page: not valid, or 0. */
uint32_t bare_stamp(const trms_thread *t, uintptr_t a);

/* The thread reads, or writes, n cells of one line in a bare page.  Return how
   many of them are done; less than n: the page is not bare any more. */
size_t bare_read(trms_thread *t, uintptr_t a, size_t n);
size_t bare_write(trms_thread *t, uintptr_t a, size_t n);
/* A lazy page in which no stamp is valid: make it bare if its stamps allow
   that; did they? */
bool bare_begin(uintptr_t page);
/* Would it become bare? */
bool bare_may_begin(uintptr_t page);
/* A page may become lazy soon. */
void bare_expect(uintptr_t page);
/* A bare page is only lazy; or is about to be forgotten. */
void bare_end(uintptr_t page);
void bare_forget(uintptr_t page);

void bare_set_slot(trms_thread *t);
void bare_thread_ends(const trms_thread *t);
/* Renumber the stamps of a chunk's pages (ranges_renumber). */
void bare_renumber(const trms_thread *t, uintptr_t chunk);

/* --- the most frequent accesses --- */

/* Have the thread's cells of the page the age of the top?  No activation had
   started between it and them. */
static inline bool bare_is_of_top(const trms_thread *t, uintptr_t a)
{
   return (*bare_page_stamp(t, a) | STAMP_VALID) >= fast_start(t->stack.top);
}

static inline void bare_add_credit(uintptr_t a)
{
   uint8_t *state = &bare_states[a >> WINDOWS_PAGE_BITS];

   *state += *state < BARE_MOST_CREDIT;
}

static inline void bare_take_credit(uintptr_t a)
{
   bare_states[a >> WINDOWS_PAGE_BITS]--;
}

/* Have threads written the n cells at a last? */
static inline bool bare_is_threads(uintptr_t a, size_t n)
{
   return (last_writer_line(a) >> a % DIRECTORY_LINE_BYTES / 4 * 2
           & lazy_for_all(3, 2, n)) == lazy_for_all(LAST_WRITER_THREAD, 2, n);
}

/* The thread, which has a window, accesses a cell, or two of one line, anywhere
   below the end of windows.  If that is what almost all accesses in bare pages
   are, do all that bare_read or bare_write does; false: it is not, and nothing
   is done.

   A read: one other thread has written the cells, and maybe read them since,
   and no other; and this thread has not.  All or none of its cells have a
   stamp, and it is of the top's age: so it is the same for each cell.  Where the
   thread has a stamp in the page, it has joined it.  The program loads the cell
   right after this: the prefetch makes it wait for that and for the set at
   once. */
static inline __attribute__((always_inline))
bool bare_read_few(trms_thread *t, uintptr_t a, size_t n)
{
   lazy_set *set = lazy_set_of(a), me = lazy_set_with(t);
   uint32_t s;
   uint64_t *bits = bare_bits(t, a), cells = bare_cells(a, n), before;
   fast_cold *d;

   if (bare_states[a >> WINDOWS_PAGE_BITS] <= BARE_LAST)
      return false;
   __builtin_prefetch((const void *)a, 1);
   s = *set;
   before = *bits & cells;
   if (s == 0 || s > 0xff || s == me
       || lazy_load_sets(set, n) != lazy_for_all(s, 16, n)
       || !bare_is_threads(a, n) || !bare_is_of_top(t, a)
       || (before != 0 && before != cells))
      return false;
   bare_add_credit(a);
   lazy_store_sets(set, n, (lazy_set)(me << 8 | s));
   d = fast_cold_of(t, t->stack.top);
   d->induced[FAST_BY_THREAD] += (int64_t)n;
   if (before != 0)
      d->x[FAST_BY_THREAD] += (int64_t)n;
   else {
      *bits |= cells;
      t->stack.top->rms += (int64_t)n;
   }
   return true;
}

/* A write: the last writers are as they will be. */
static inline __attribute__((always_inline))
bool bare_write_few(trms_thread *t, uintptr_t a, size_t n)
{
   lazy_set *set = lazy_set_of(a), me = lazy_set_with(t);

   if (bare_states[a >> WINDOWS_PAGE_BITS] <= BARE_LAST
       || !bare_is_threads(a, n) || !bare_is_of_top(t, a))
      return false;
   if (*set == me)
      bare_take_credit(a);
   else
      bare_add_credit(a);
   lazy_store_sets(set, n, me);
   *bare_bits(t, a) |= bare_cells(a, n);
   return true;
}

#endif
