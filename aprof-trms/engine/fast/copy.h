/* A block whose history is copied, since realloc has moved it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_COPY_H
#define APROF_FAST_COPY_H

#include "engine/fast/state.h"

/* trms_engine.copy */
void copy_history(uintptr_t from, uintptr_t to, size_t n);

#endif
