/* Chunks of a window that a thread touches: who has been where, and what is
   taken together there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_CHUNKS_H
#define APROF_FAST_CHUNKS_H

#include "engine/fast/stamps.h"

/* The thread touches a chunk of its window for the first time. */
void fast_join_chunk(trms_thread *t, uintptr_t number);
/* The same without any guess at what will be touched next. */
void fast_note_chunk(trms_thread *t, uintptr_t number);

/* Before the thread's first stamp in a chunk. */
static inline void join(trms_thread *t, uintptr_t a)
{
   uintptr_t number = a >> SHADOW_CHUNK_BITS;

   if (in_window(t, a) && !(masks[number] >> t->slot & 1))
      fast_join_chunk(t, number);
}

#endif
