/* Pages of stamps that are folded in part (engine/fast/fold.h): all stamps that
   a page had tell of one time, but some of its cells had none, or some were
   valid.

   For each such page two bits for each cell, whether it had a stamp, and
   whether that was valid, and the time: 280 bytes in place of 4096.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_FOLD_PARTS_H
#define APROF_FAST_FOLD_PARTS_H

#include "engine/fast/windows.h"

/* In the word of a page: it is folded in part.  No stamp of a folded page has
   this bit, nor has the word of a packed one. */
#define FOLD_PART STAMP_VALID

typedef struct {
   uint64_t cells[WINDOWS_PAGE_CELLS / 64];
   uint64_t valid[WINDOWS_PAGE_CELLS / 64];     /* of these cells */
   uint32_t *page;              /* NULL: the place is free */
   uint32_t stamp;              /* not valid; or the next free place, plus 1 */
   uint32_t valid_count : 31;
   uint32_t aged : 1;           /* the page was folded for its age (fold.c) */
} fold_part;

/* A place for a page; the word that stands for it. */
uint32_t fold_parts_new(uint32_t *page);
fold_part *fold_parts_of(uint32_t word);
void fold_parts_free(uint32_t word);

/* How many places there are, free ones included. */
size_t fold_parts_count(void);

/* The pages in [from, past) are in no place any more. */
void fold_parts_forget(uintptr_t from, uintptr_t past);
void fold_parts_finish(void);

static inline bool fold_part_has(const fold_part *p, size_t cell)
{
   return p->cells[cell / 64] >> cell % 64 & 1;
}

static inline bool fold_part_is_valid(const fold_part *p, size_t cell)
{
   return p->valid[cell / 64] >> cell % 64 & 1;
}

/* The stamp that a 0 in this cell stands for.  (Only shared stamps may be valid
   in a folded page.) */
static inline uint32_t fold_part_stamp(const fold_part *p, size_t cell)
{
   if (!fold_part_has(p, cell))
      return 0;
   return fold_part_is_valid(p, cell) ? p->stamp | STAMP_VALID : p->stamp;
}

#endif
