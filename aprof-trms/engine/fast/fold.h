/* Folding: a word in place of a page of stamps that all tell of one time.

   Where memory goes from thread to thread, the former owner's stamps of it are
   invalid, and mostly of one age: all that they still record is which of its
   pending activations had touched the cells.  Such a page is given back to the
   kernel, and one stamp for all of its cells is kept in the word of the page
   (windows_page_words):

     0          a 0 in the page is "never", as everywhere else
     a stamp    the page is folded: a 0 in it is this stamp, which is not valid
                (it has S); without S, this stamp, valid and shared
     FOLD_PART  the page is folded in part (fold_parts.h): a 0 in it is the
                part's stamp in cells of the part, valid or not, and "never" in
                others
     other      the page is packed (packed_pages.h)

   Memory that a thread has set up, and that others only read so far, has valid
   stamps of one age, which are shared.  So have the edges of what others have
   written.  Such pages are folded, too, where cells have just been taken, as
   long as their threads rarely access them again: while more than one of
   FOLD_OPENED was opened, pages with valid stamps stay as they are.

   Pages that a thread has not accessed for long are folded wherever they are, and
   with any exclusive stamps, too: those whose stamps are all old, and all pages
   of a thread that sleeps, such as the main thread of a server once it has set
   up memory for the others.  The same limit holds for these apart.  The pages of
   the thread that accesses memory are left to cold.h.

   In all cases a stamp that is not 0 is what counts for its cell.  So a folded
   page may be written to at once, and instrumented code need not know of words:
   its checks fail for 0.

   Chunks are looked at by turns: a few whenever a thread joins a new one, and
   one after so many accesses that take cells from other threads that most
   stamps of a few pages may have become invalid, or shared, by them: the chunk
   where that was so at the look before, or the next one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_FOLD_H
#define APROF_FAST_FOLD_H

#include "engine/fast/directory.h"
#include "engine/fast/fold_parts.h"
#include "engine/fast/packed_pages.h"
#include "engine/fast/state.h"

/* Does a 0 of the page with this word stand for a valid stamp in all cells? */
static inline bool fold_is_all_valid(uint32_t word)
{
   return word != 0 && !(word & (PACKED_PAGE | FOLD_PART | STAMP_SHARED));
}

/* The stamp that a 0 at c stands for in a page with this word, which is not 0. */
uint32_t fold_stamp_by_word(const uint32_t *c, uint32_t word);

/* The same; c is not looked at. */
static inline uint32_t fold_untouched_stamp(const trms_thread *t,
                                            const uint32_t *c)
{
   uint32_t word = directory_bit(t) & fast.folded_slots
                   ? *windows_page_word(t->slot, c) : 0;

   return word == 0 ? 0 : fold_stamp_by_word(c, word);
}

/* Return the thread's stamp of the cell at a, whose place is c. */
static inline uint32_t fold_stamp(const trms_thread *t, const uint32_t *c,
                                  uintptr_t a)
{
   return *c == 0 && directory_bit(t) & fast.folded_slots
          && fast_in_window(t, a) ? fold_untouched_stamp(t, c) : *c;
}

/* The thread reads a cell whose stamp c is 0.  If that stands for a valid stamp,
   then open its page, and return true. */
bool fold_settle_valid(const trms_thread *t, uint32_t *c);

static inline bool fold_settle(const trms_thread *t, uint32_t *c)
{
   return (directory_bit(t) & fast.folded_valid && fold_settle_valid(t, c))
          || packed_pages_settle(t, c);
}

/* Other threads, or the kernel, have written n cells of one line: what a 0 of
   these slots stands for is not valid any more. */
void fold_invalidate(uint64_t slots, uintptr_t a, size_t n);

/* May a 0 in the line that begins at c stand for a valid stamp? */
bool fold_has_valid_in_line(unsigned slot, const uint32_t *c);

/* After this no 0 in [from, to) of a slot's window stands for a valid stamp. */
void fold_open_valid(unsigned slot, uintptr_t from, uintptr_t to);

/* How many of n cells of one line, all of them 0, from c in the thread's window
   on, stand for the same stamp? */
size_t fold_alike(const trms_thread *t, const uint32_t *c, size_t n);

/* Has a page of the thread's window any stamp, or a word? */
bool fold_is_touched(const trms_thread *t, const uint32_t *page);

/* The thread, which is about to access it, has joined a chunk more: fold pages of
   a few chunks whose turn it is. */
void fold_some(const trms_thread *t);

/* A chunk is looked at after so many such accesses: at first the least
   number, and more where that is in vain.  After each page that is folded
   again, FOLD_AGAIN_WAIT more.  Tests look at one early. */
enum {
   FOLD_LEAST_WAIT = 1024, FOLD_MOST_WAIT = 1 << 17, FOLD_AGAIN_WAIT = 512,
   FOLD_TEST_WAIT = 8
};

/* Pages with valid stamps are folded while no more than FOLD_OPENED_FIRST, or
   one of FOLD_OPENED, were opened again. */
enum { FOLD_OPENED = 8, FOLD_OPENED_FIRST = 32 };

/* May pages with valid stamps be folded, for their age or because others take
   cells there?  Few of those folded so were accessed again. */
bool fold_may_fold_valid(bool aged);
/* Fold the pages of a chunk that the thread has joined, where all valid stamps are
   of one age and less than `before`.  No thread is between the check of an access
   and its store. */
void fold_old(const trms_thread *t, uintptr_t chunk, uint32_t before);

/* A thread sleeps that has made no call while others made so many: tenths of a
   second's work.  (One of twenty threads of a server that wait for each other, or
   for the next request, does not.)  A stamp is old after so many calls of its own
   thread. */
enum {
   FOLD_SLEEP = 1 << 20, FOLD_TEST_SLEEP = 64,
   FOLD_OLD = 1 << 19, FOLD_TEST_OLD = 64
};

/* Pages are folded again while these are no more than FOLD_AGAIN times those
   folded first. */
enum { FOLD_AGAIN = 2 };

void fold_look(const trms_thread *t, uintptr_t a, unsigned slot);

/* A thread that has a window has taken cells of one line at a from others,
   likely from the thread of this slot; or they are not exclusive there any
   more. */
static inline void fold_after_taking(const trms_thread *t, uintptr_t a,
                                     unsigned slot)
{
   if (--fast.taken_to_fold == 0)
      fold_look(t, a, slot);
}

/* A thread ends, and with it its window. */
void fold_forget(const trms_thread *t);

/* Expand the pages of [from, to) in a slot's window: 0 means "never" in them
   afterwards. */
void fold_undo(unsigned slot, uintptr_t from, uintptr_t to);
/* The same, but the stamps of pages that lie in it as a whole are forgotten;
   the pages themselves are left to the caller. */
void fold_undo_ends(unsigned slot, uintptr_t from, uintptr_t to);

/* Renumber the words of a chunk's pages (ranges_renumber). */
void fold_renumber(const trms_thread *t, uintptr_t chunk);

#endif
