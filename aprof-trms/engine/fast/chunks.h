/* The chunks of its window that a thread has joined, in which it may have
   stamps.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_CHUNKS_H
#define APROF_FAST_CHUNKS_H

#include "engine/fast/directory.h"
#include "engine/fast/state.h"

/* The thread touches a chunk of its window for the first time. */
void chunks_join(trms_thread *t, uintptr_t chunk);
/* The same, without a guess at what will be touched next. */
void chunks_note(trms_thread *t, uintptr_t chunk);

/* To be called before the thread's first stamp in the chunk of a. */
static inline void chunks_join_of(trms_thread *t, uintptr_t a)
{
   uintptr_t chunk = a >> SHADOW_CHUNK_BITS;

   if (fast_in_window(t, a) && !(directory_chunks[chunk] >> t->slot & 1))
      chunks_join(t, chunk);
}

#endif
