/* The chunks of its window that a thread has joined, in which it may have
   stamps.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_CHUNKS_H
#define APROF_FAST_CHUNKS_H

#include "engine/fast/directory.h"
#include "engine/fast/state.h"

/* The thread touches a chunk of its window for the first time; what it will
   touch next is not guessed. */
void chunks_note(trms_thread *t, uintptr_t chunk);

/* The thread touches the page of a for the first time. */
void chunks_join_page(trms_thread *t, uintptr_t a);

/* To be called before the thread's first stamp in the page of a. */
static inline void chunks_join_of(trms_thread *t, uintptr_t a)
{
   if (fast_in_window(t, a)
       && !(directory_pages[a >> WINDOWS_PAGE_BITS] >> t->slot & 1))
      chunks_join_page(t, a);
}

#endif
