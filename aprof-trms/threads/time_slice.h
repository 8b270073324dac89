/* How long a thread's time slice is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_TIME_SLICE_H
#define THREADS_TIME_SLICE_H

#include "base/base.h"

/* To be called once the options are known. */
void time_slice_init(void);

/* Client code of the thread starts; `threads` threads live. */
void time_slice_starts(ThreadId tid, UInt threads);

/* Extend the time slice of the running thread if fewer superblocks than this
   remain of it; 0 disables. */
extern UInt time_slice_extend_below;

/* The running thread makes progress: extend its time slice, if less than
   time_slice_extend_below remains of it. */
void time_slice_extend(UChar *guest);

#endif
