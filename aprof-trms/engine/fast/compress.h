/* Compression of pages of stamps, and the way back.

   Threads that share memory have stamps of it each.  A page of stamps that
   tells little is given back to the kernel, and a word is kept in its place
   (engine/fast/page_word.h), in one of two ways:

   - Folding (fold.c): all stamps of the page are invalid and of one age.
   - Packing (pack.c): the thread has not touched the page for long, and all its
     stamps are of one age; two bits a cell are kept.

   Chunks are looked at by turns, a few whenever a thread joins a new one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_COMPRESS_H
#define APROF_FAST_COMPRESS_H

#include "engine/fast/state.h"

/* A chunk more was joined: compress pages of a few chunks whose turn it is. */
void compress_some(void);

/* A thread ends, and with it its window, in which nothing is packed any
   more. */
void compress_forget(const trms_thread *t);

/* Expand the pages of [from, to) in a slot's window: 0 means "never" in them
   afterwards. */
void compress_undo(unsigned slot, uintptr_t from, uintptr_t to);
/* The same, but the stamps of pages that lie in it as a whole are forgotten;
   the pages themselves are left to the caller. */
void compress_undo_ends(unsigned slot, uintptr_t from, uintptr_t to);

/* Renumber what the words of a chunk's pages stand for (ranges_renumber). */
void compress_renumber(const trms_thread *t, uintptr_t chunk);

/* The first page of a thread's window that begins in a chunk, or behind the
   last one.  A page that two chunks share belongs to the first. */
static inline uint32_t *compress_first_page(const trms_thread *t,
                                            uintptr_t chunk)
{
   return (uint32_t *)windows_page_up(t->base + (chunk << SHADOW_CHUNK_BITS));
}

#endif
