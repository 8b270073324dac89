/* Shadow windows: address space in which one addition finds the stamp of a
   cell (direct mapping with an offset, as in Serebryany et al.,
   "AddressSanitizer: a fast address sanity checker", USENIX ATC 2012,
   Section 3.1).  The machine's page tables do what a table in software would.

   Windows lie far above everything that Valgrind itself maps, and where
   programs hardly ever ask for memory (most programs that choose addresses
   keep to the lower half of 2^47):

      WINDOWS_FIRST      one window for each slot, WINDOWS_STEP apart:
                           stamps of the first 320 GB, 4 for each cell
                           room for the skew
                           from WINDOWS_PAGE_WORDS on a word for each page of
                           stamps (engine/fast/fold.h)
                           from WINDOWS_BARE_STAMPS on a stamp for each page of
                           the program's memory, and from WINDOWS_BARE_BITS on
                           a bit for each cell (engine/fast/bare.h)
      WINDOWS_WRITERS    last writers, 2 bits a cell (engine/fast/last_writer.h)
      WINDOWS_MASKS      sharers of each chunk  (engine/fast/directory.h)
      WINDOWS_SHARERS    sharers of each line   (engine/fast/directory.h)
      WINDOWS_PAGES      sharers of each page   (engine/fast/directory.h)
      WINDOWS_LAZY       states of pages        (engine/fast/lazy.h)
      WINDOWS_LAZY_LINES a word for each page
      WINDOWS_LAZY_SETS  a set for each cell    (engine/fast/lazy_set.h)
      WINDOWS_LAZY_SET_BITS  the same, of many members
      WINDOWS_BARE       a byte for each page   (engine/fast/bare.h)

   The place: a program may map memory at each TB.  If the scratch window's images
   of it (scratch_window.h) lie 326 to 464 GB behind these places, then they meet
   neither that memory, nor what all slots share, nor the first two slots; and no
   image of what the windows cover meets it.

   The skew: if the address of a stamp agreed with that of its cell in the low
   bits, the two would compete for one set of the processor's caches, and for
   one entry of its way prediction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_WINDOWS_H
#define APROF_FAST_WINDOWS_H

#include "engine/fast/fast.h"
#include "engine/shadow/shadow.h"

/* Client addresses below this have a place in windows. */
#define WINDOWS_END     TRMS_FAST_WINDOWS_END

#define WINDOWS_FIRST   (((uintptr_t)102 << 40) + ((uintptr_t)624 << 30))
#define WINDOWS_STEP    ((uintptr_t)334 << 30)

enum { WINDOWS_SLOTS = 62 };

/* Behind all slots, at the lowest place as in the head comment. */
#define WINDOWS_WRITERS (WINDOWS_FIRST + ((uintptr_t)21360 << 30))
#define WINDOWS_MASKS   (WINDOWS_WRITERS + ((uintptr_t)21 << 30))
#define WINDOWS_SHARERS (WINDOWS_MASKS + ((uintptr_t)1 << 30))
#define WINDOWS_PAGES   (WINDOWS_SHARERS + ((uintptr_t)41 << 30))
#define WINDOWS_LAZY    (WINDOWS_PAGES + ((uintptr_t)1 << 30))
#define WINDOWS_LAZY_LINES (WINDOWS_LAZY + ((uintptr_t)1 << 30))
#define WINDOWS_LAZY_SETS  (WINDOWS_LAZY_LINES + ((uintptr_t)1 << 30))
#define WINDOWS_LAZY_SET_BITS (WINDOWS_LAZY_SETS + ((uintptr_t)161 << 30))

#define WINDOWS_BARE    (WINDOWS_LAZY_SET_BITS + ((uintptr_t)641 << 30))

/* Return what is added to the address of a cell to get that of its stamp. */
static inline uintptr_t windows_base(unsigned slot)
{
   enum { SKEW = 0x2b4d6a80, SLOT_SKEW = 0x2f0c0 };

   return WINDOWS_FIRST + SKEW + slot * (WINDOWS_STEP + SLOT_SKEW);
}

/* The stamp of the cell at address a in a slot's window. */
static inline uint32_t *windows_stamp(unsigned slot, uintptr_t a)
{
   return (uint32_t *)(windows_base(slot) + (a & ~(uintptr_t)3));
}

/* The kernel's pages, in which memory is taken and given back. */
enum { WINDOWS_PAGE_BITS = 12 };
#define WINDOWS_PAGE_BYTES ((uintptr_t)1 << WINDOWS_PAGE_BITS)
enum { WINDOWS_PAGE_CELLS = WINDOWS_PAGE_BYTES / 4 };

static inline uintptr_t windows_page_down(uintptr_t at)
{
   return at & ~(WINDOWS_PAGE_BYTES - 1);
}

static inline uintptr_t windows_page_up(uintptr_t at)
{
   return windows_page_down(at + WINDOWS_PAGE_BYTES - 1);
}

#define WINDOWS_PAGE_WORDS ((uintptr_t)321 << 30)

/* The words of the pages of a slot's window, in order. */
static inline uint32_t *windows_page_words(unsigned slot)
{
   return (uint32_t *)(WINDOWS_FIRST + slot * WINDOWS_STEP
                       + WINDOWS_PAGE_WORDS);
}

/* The same array, indexed by an address in the window >> WINDOWS_PAGE_BITS. */
static inline uint32_t *windows_words_by_page(unsigned slot)
{
   return windows_page_words(slot)
          - (windows_base(slot) >> WINDOWS_PAGE_BITS);
}

/* Return the word of the page of a slot's window that c lies in. */
static inline uint32_t *windows_page_word(unsigned slot, const uint32_t *c)
{
   return &windows_words_by_page(slot)[(uintptr_t)c >> WINDOWS_PAGE_BITS];
}

/* In a slot's window, too: 320 MB, and 10 GB. */
#define WINDOWS_BARE_STAMPS ((uintptr_t)322 << 30)
#define WINDOWS_BARE_BITS   ((uintptr_t)323 << 30)

/* Reserve all but the slots' windows.  False: the address space can't be had,
   and nothing is reserved. */
bool windows_reserve(void);
void windows_unreserve(void);

/* Take a free slot of the first `most` whose window can be reserved: its
   number, or WINDOWS_SLOTS where there is none.  The slot is the caller's until
   it is given back, with the window all zero again. */
unsigned windows_take_slot(unsigned most);
void windows_give_slot(unsigned slot);

/* Give back all pages of a slot's window, or the pages with the stamps of
   [from, past). */
void windows_drop_all(unsigned slot);
void windows_drop(unsigned slot, uintptr_t from, uintptr_t past);

/* Does [start, end) overlap anything that is reserved? */
bool windows_hit(uintptr_t start, uintptr_t end);

/* Zero [at, at + n) of what is reserved; whole pages are given back. */
void windows_clear(uintptr_t at, size_t n);

/* Is any of the stamps, or other words of 4 bytes, in [at, past) other than 0?
   Pages that were never touched stay so, here and in windows_clear: a range may
   be much larger than the memory in it that the program has touched. */
bool windows_any_set(uintptr_t at, uintptr_t past);

#endif
