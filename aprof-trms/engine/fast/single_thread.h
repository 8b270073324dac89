/* A single thread, whose writes need no check.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_SINGLE_THREAD_H
#define APROF_FAST_SINGLE_THREAD_H

#include "engine/fast/state.h"

/* All of these do nothing unless there is a single thread (fast.single). */

/* Join all chunks of [from, past) that the thread has stamps in, or all that
   there are. */
void single_thread_join(uintptr_t from, uintptr_t past);
void single_thread_join_all(void);

/* Another thread will come, or must be ready for: from now on writes are
   checked. */
void single_thread_end(void);

#endif
