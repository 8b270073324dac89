/* Blocks of one size that lie close together, and none of which touches a cache
   line more than it must.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_POOL_H
#define APROF_POOL_H

#include "engine/platform.h"

#define POOL_LINE 64

/* Starts with all but `size` zero. */
typedef struct {
   size_t size;                 /* of a block: a multiple of POOL_LINE, or a
                                   power of two from 8 on */
   size_t in_use;               /* blocks */
   void *given;                 /* blocks that were given back, linked */
   void *pieces;                /* what they are cut from, linked */
   char *next, *end;            /* what is left of the newest piece */
} pool;

/* A zeroed block.  It must go back to the same pool. */
void *pool_take(pool *p);

/* The block serves later requests; with the last one all memory goes back. */
void pool_give(pool *p, void *block);

#endif
