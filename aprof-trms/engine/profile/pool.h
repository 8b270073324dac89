/* Blocks of one size that lie close together, and touch no more cache lines
   than they must: a slab allocator (Bonwick, "The slab allocator: an
   object-caching kernel memory allocator", USENIX Summer 1994) without
   constructors.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_POOL_H
#define APROF_POOL_H

#include "engine/platform.h"

#define POOL_LINE 64

/* All fields but `size` begin as zero. */
typedef struct {
   size_t size;                 /* of a block: a multiple of POOL_LINE, or a
                                   power of two from 8 on */
   size_t in_use;               /* blocks */
   void *given;                 /* blocks that were given back, linked */
   void *pieces;                /* memory that blocks are cut from, linked */
   char *next, *end;            /* the rest of the newest piece */
} pool;

/* Return a zeroed block, which must go back to the same pool. */
void *pool_take(pool *p);

/* Take a block back for later requests.  With the last block of all the pool
   gives its memory back. */
void pool_give(pool *p, void *block);

#endif
