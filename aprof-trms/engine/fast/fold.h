/* Folding: pages of stamps that all say one thing (engine/fast/compress.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_FOLD_H
#define APROF_FAST_FOLD_H

#include "engine/fast/state.h"

/* Fold the pages of a thread's chunk where that can be done. */
void fold_chunk(const trms_thread *t, uintptr_t chunk);

#endif
