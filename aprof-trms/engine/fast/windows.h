/* The fast engine's windows: address space in which one addition finds the stamp
   of a cell.

   They lie far above whatever Valgrind maps, and where programs hardly ever
   ask for memory themselves (most that do keep to the lower half of 2^47): one
   for each slot, with room at the end for the skew and for a word for each page
   of stamps; behind them one for the last writers, two bits a cell, and those
   for the masks of the chunks and for the sharers.

   The skew: if a cell's stamp lay at an address that agrees with the cell's in
   the low bits, both would compete for the same place in the processor's
   caches and its way prediction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_WINDOWS_H
#define APROF_FAST_WINDOWS_H

#include "engine/shadow/shadow.h"
#include "engine/fast/fast.h"

#define WINDOW_END   ((uintptr_t)1 << FAST_WINDOW_BITS)
#define WINDOW_FIRST ((uintptr_t)116 << 40)
#define WINDOW_STEP  ((uintptr_t)136 << 30)
#define SKEW         0x2b4d6a80u
#define SLOT_SKEW    0x2f0c0u

/* Of the bits of a chunk's mask, one for each slot; the last two say that a
   table, or the writers' map, has something of the chunk. */
enum { SLOTS = 62, WRITERS = 62, TABLES = 63 };

#define WRITERS_AT   (WINDOW_FIRST + SLOTS * WINDOW_STEP)
#define MASKS_AT     (WRITERS_AT + ((uintptr_t)16 << 30))
#define SHARERS_AT   (MASKS_AT + ((uintptr_t)1 << 30))

static inline uintptr_t base_of(unsigned slot)
{
   return WINDOW_FIRST + SKEW + slot * (WINDOW_STEP + SLOT_SKEW);
}

/* Two stamps at once, in the halves of a word. */
static inline uint64_t two_stamps(const uint32_t *c)
{
   uint64_t both;

   __builtin_memcpy(&both, c, sizeof both);
   return both;
}

static inline uint64_t in_both(uint32_t stamp)
{
   return (uint64_t)stamp << 32 | stamp;
}

/* The halves' highest bits: which stamps, or parts of them, are at least as great as
   those of the other word?  Nothing is borrowed from one half by the other, since
   none of them is greater than such a bit. */
static inline uint64_t not_before(uint64_t stamps, uint64_t others)
{
   uint64_t highest = in_both(0x80000000u);

   return ((stamps | highest) - others) & highest;
}

/* The kernel's pages, in which memory is taken and given back. */
enum { PAGE_BITS = 12 };
#define PAGE_BYTES ((uintptr_t)1 << PAGE_BITS)
enum { PAGE_CELLS = PAGE_BYTES / 4 };

static inline uintptr_t page_down(uintptr_t at)
{
   return at & ~(PAGE_BYTES - 1);
}

static inline uintptr_t page_up(uintptr_t at)
{
   return page_down(at + PAGE_BYTES - 1);
}

/* A word for each page of a slot's stamps. */
#define FOLDS_AT     ((uintptr_t)132 << 30)

static inline uintptr_t *folds_of(unsigned slot)
{
   return (uintptr_t *)(WINDOW_FIRST + slot * WINDOW_STEP + FOLDS_AT);
}

/* The same, by pages of all address space. */
static inline uintptr_t *words_of(unsigned slot)
{
   return folds_of(slot) - (base_of(slot) >> PAGE_BITS);
}

/* Last writers: two bits a cell. */
static uint8_t *const writers = (uint8_t *)(WRITERS_AT + 0x13c40);

/* Which slots have ever touched a chunk of 64 KB: a mask for each. */
static uint64_t *const masks = (uint64_t *)(MASKS_AT + 0x340);

/* The same for 64 bytes, where that is known: engine/fast/stamps.h. */
static uint64_t *const sharers = (uint64_t *)(SHARERS_AT + 0x2a480);

/* All but the slots' windows; false: they can't be had. */
bool windows_reserve(void);
void windows_unreserve(void);

/* A free slot, of the first `most`, whose window can be had, or SLOTS.  It is the
   caller's until it is given back, with the window all zero again. */
unsigned windows_take_slot(unsigned most);
void windows_give_slot(unsigned slot);

/* Gives back all pages of a slot's window, or those that have stamps of
   [from, past). */
void windows_drop_all(unsigned slot);
void windows_drop(unsigned slot, uintptr_t from, uintptr_t past);

/* Does [start, end) overlap what is reserved? */
bool windows_hit(uintptr_t start, uintptr_t end);

/* Zeroes [at, at + n) of what is reserved, giving whole pages back. */
void windows_clear(uintptr_t at, size_t n);

#endif
