/* All stamps of a thread, or all of a piece of memory: renumbering, and memory
   that goes or moves.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_RANGES_H
#define APROF_FAST_RANGES_H

#include "engine/fast/state.h"

/* Give the pending activations of a thread the times 1, 2, 3..., and each of
   its stamps the time of the latest activation that had started at it:
   nothing else of a stamp's time is ever used (engine/fast/age.h).  A stamp
   that is 0 stays 0. */
void ranges_renumber(trms_thread *t);

/* The engine's functions forget and move (engine/trms.h). */
void ranges_forget(uintptr_t a, size_t n);
void ranges_move(uintptr_t from, uintptr_t to, size_t n);

#endif
