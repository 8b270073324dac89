/* The directory of sharers: which threads may have stamps of a piece of memory.

   As in a multiprocessor with a directory-based protocol (Censier and
   Feautrier, "A new solution to coherence problems in multicache systems",
   IEEE Transactions on Computers C-27(12), 1978), so that a write need not look
   at the stamps of all threads.  Three levels:

   - For each chunk of 64 KB a mask that only grows while memory lives: a bit
     for each slot whose thread has ever had a stamp of the chunk in its
     window; DIRECTORY_WRITERS: the map of last writers has entries of the
     chunk; DIRECTORY_TABLES: some thread's table has stamps of the chunk.
   - For each page of 4 KB the slots of the threads that have had a stamp of the
     page in their windows since its memory was mapped.  Without it a write to a
     chunk would look at pages of stamps that another thread has never had, and
     so take memory for them where the kernel has no common page of zeros.
   - For each line of 64 bytes the slots that may have valid stamps, where that
     is known (DIRECTORY_KNOWN).  Lines are used once more than DIRECTORY_FEW
     threads share a chunk: engine/fast/ownership.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_DIRECTORY_H
#define APROF_FAST_DIRECTORY_H

#include "engine/fast/state.h"

enum { DIRECTORY_WRITERS = WINDOWS_SLOTS, DIRECTORY_TABLES };

enum { DIRECTORY_LINE_BYTES = 64, DIRECTORY_FEW = 4 };
#define DIRECTORY_KNOWN ((uint64_t)1 << 63)

static uint64_t *const directory_chunks = (uint64_t *)(WINDOWS_MASKS + 0x340);
static uint64_t *const directory_pages = (uint64_t *)(WINDOWS_PAGES + 0x840);
static uint64_t *const directory_lines
   = (uint64_t *)(WINDOWS_SHARERS + 0x2a480);

static inline void directory_set(uintptr_t chunk, unsigned bit)
{
   directory_chunks[chunk] |= (uint64_t)1 << bit;
   fast.region_touched[chunk >> (FAST_REGION_BITS - SHADOW_CHUNK_BITS)] = true;
}

/* Return the mask of a chunk.  A single thread has not joined all chunks that
   it has stamps of (engine/fast/single_thread.c), so its bit is in each. */
static inline uint64_t directory_of_chunk(uintptr_t chunk)
{
   return directory_chunks[chunk] | fast.single;
}

/* Are the stamps and the last writer of the cell at a kept in windows? */
static inline bool directory_has(uintptr_t a)
{
   return fast.has_windows && a < WINDOWS_END;
}

static inline uint64_t directory_slots(uint64_t mask)
{
   return mask & (((uint64_t)1 << WINDOWS_SLOTS) - 1);
}

/* The mask of a cell's chunk, but only with the slots of its page; beyond the
   windows only tables have stamps. */
static inline uint64_t directory_of_cell(uintptr_t a)
{
   uint64_t chunk;

   if (!directory_has(a))
      return (uint64_t)1 << DIRECTORY_TABLES;
   chunk = directory_chunks[a >> SHADOW_CHUNK_BITS];
   return (chunk ^ directory_slots(chunk))
          | directory_pages[a >> WINDOWS_PAGE_BITS] | fast.single;
}

/* The thread's bit in masks; 0: it has no window. */
static inline uint64_t directory_bit(const trms_thread *t)
{
   return t->base != 0 ? (uint64_t)1 << t->slot : 0;
}

/* The thread, which has joined the chunk, may have stamps of n bytes at a. */
static inline void directory_add_to_pages(const trms_thread *t, uintptr_t a,
                                          size_t n)
{
   uintptr_t page = a >> WINDOWS_PAGE_BITS;

   for (; page <= (a + n - 1) >> WINDOWS_PAGE_BITS; page++)
      directory_pages[page] |= directory_bit(t);
}

/* How many cells, from the one at a on, lie in one line, so that they can be
   handled at once: at least 1, and only 1 where cells are not of 4 bytes or lie
   beyond the windows. */
static inline size_t directory_run(uintptr_t a)
{
   return fast.cell_shift == 2 && directory_has(a)
          ? (DIRECTORY_LINE_BYTES - a % DIRECTORY_LINE_BYTES + 3) / 4 : 1;
}

/* Are the sharers of the line of a known? */
static inline bool directory_knows_sharers(uintptr_t a)
{
   return fast.lines_known && directory_has(a)
          && directory_lines[a / DIRECTORY_LINE_BYTES] & DIRECTORY_KNOWN;
}

/* The thread's stamps in the line of a may be valid from now on. */
static inline void directory_add_sharer(uintptr_t a, const trms_thread *t)
{
   if (directory_knows_sharers(a))
      directory_lines[a / DIRECTORY_LINE_BYTES] |= directory_bit(t);
}

#endif
