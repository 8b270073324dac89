/* How long a thread's time slice is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_TIME_SLICE_H
#define THREADS_TIME_SLICE_H

#include "base/base.h"

/* To be called once the options are known. */
void ap_turns_init(void);

/* Client code of the thread starts; `threads` threads live. */
void ap_turn_goes_on(ThreadId tid, UInt threads);

/* Extend the time slice of the running thread if fewer superblocks than this
   remain of it; 0 disables. */
extern UInt ap_turn_late;

/* The running thread makes progress: extend its time slice, if less than
   ap_turn_late remains of it. */
void ap_turn_prolong(UChar *guest);

#endif
