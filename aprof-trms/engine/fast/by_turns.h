/* Two cells, of one aligned word, that threads read and write by turns: what
   contexts leave for each other at a switch, locks, flags.  These are the
   frequent cases of a read and of a write that other threads' stamps depend on,
   without what they do not need.  The argument why they are exact is in
   by_turns.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_BY_TURNS_H
#define APROF_FAST_BY_TURNS_H

#include "engine/fast/state.h"

/* The thread reads, or writes, the two cells at a in its window, a multiple of
   8, which is in no lazy page; c: its stamps.  False: it is not the frequent
   case, and nothing is done.  Write: the first stamp is valid. */
bool by_turns_read(trms_thread *t, uint32_t *c, uintptr_t a);
bool by_turns_write(trms_thread *t, uint32_t *c, uintptr_t a);

#endif
