/* Shadow memory: one 32-bit value for each cell of client memory.

   Three-level tables ("Multithreaded Input-Sensitive Profiling", Section 5):
   the address selects a second-level table in the first, a chunk in the second,
   and a value in the chunk.  A chunk holds the values of 64 KB of client
   memory.  Chunks are made when they are first needed; where there is none, all
   values are 0.  Chunks are also linked in a list, so that work on all values
   visits existing chunks only.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SHADOW_H
#define APROF_SHADOW_H

#include "engine/platform.h"

#define SHADOW_CHUNK_BITS 16
#define SHADOW_CHUNK_BYTES ((uintptr_t)1 << SHADOW_CHUNK_BITS)

/* Client addresses are smaller than this; there is no shadow beyond. */
#define SHADOW_ADDRESS_BITS 48
#define SHADOW_ADDRESS_END ((uintptr_t)1 << SHADOW_ADDRESS_BITS)

typedef struct shadow_chunk {
   uint32_t *cells;
   uintptr_t number;               /* client address >> SHADOW_CHUNK_BITS */
   struct shadow_chunk *next, *previous;
} shadow_chunk;

typedef struct {
   struct shadow_second **first;
   struct shadow_second *seconds;  /* all of them, linked */
   shadow_chunk *chunks;           /* all of them, linked, in any order */
   size_t chunk_count;
   unsigned cell_shift;            /* log2 of the cell size in bytes */
} shadow;

/* Make all values 0.  Memory is taken with the first chunk. */
void shadow_init(shadow *s, unsigned cell_shift);
/* Give all memory back; `s` is as after shadow_init. */
void shadow_free(shadow *s);

/* Round up to whole pages, whatever their size is (up to 64 KB), for
   platform_map. */
static inline size_t shadow_pages(size_t n)
{
   return (n + 0xffff) & ~(size_t)0xffff;
}

/* Return the number of values in a chunk. */
size_t shadow_chunk_cells(const shadow *s);

/* Return the chunk with this number, which must be less than
   SHADOW_ADDRESS_END >> SHADOW_CHUNK_BITS; NULL: there is none. */
shadow_chunk *shadow_find(const shadow *s, uintptr_t number);
/* The same, but make the chunk where there is none. */
shadow_chunk *shadow_get(shadow *s, uintptr_t number);

/* Make the values of the cells [first, end) 0.  Cells are numbered by address
   >> cell_shift.  Chunks that lie in the range as a whole are given back;
   return whether there were any. */
bool shadow_forget(shadow *s, uintptr_t first, uintptr_t end);

/* Give the values of the cells [from, from+count) to [to, to+count), which must
   be all 0 and not overlap, and make the former 0.  Where a chunk held a part
   of the source, the chunks of that part's target exist afterwards.  Return
   whether chunks were given back. */
bool shadow_move(shadow *s, uintptr_t from, uintptr_t to, uintptr_t count);

#endif
