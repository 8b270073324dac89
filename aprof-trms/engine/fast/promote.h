/* Promotion: when a thread without a window gets one.  (trms_fast_promote is
   declared in fast.h.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_PROMOTE_H
#define APROF_FAST_PROMOTE_H

#include "engine/fast/state.h"

void promote_init(void);

/* Give a new thread, or one without a window, the window of a slot;
   WINDOWS_SLOTS: none. */
void promote_set_slot(trms_thread *t, unsigned slot);

/* A context begins: it may have a window at once. */
void promote_context_begins(trms_thread *t);

/* A thread ends that has no window; that has one, and was the first to take
   `fresh` pages of it, as far as that is known. */
void promote_table_ends(const trms_thread *t);
void promote_window_ends(const trms_thread *t, unsigned fresh);

#endif
