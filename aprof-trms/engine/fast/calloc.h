/* Blocks that calloc has returned: runs of pages without any stamp become ranges
   of cleared memory (engine/fast/cleared.h), the rest counts as written.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_CALLOC_H
#define APROF_FAST_CALLOC_H

#include "engine/fast/state.h"

/* calloc's block, [a, a+n), for thread t (trms_engine.clear). */
void calloc_clear(trms_thread *t, uintptr_t a, size_t n);

#endif
