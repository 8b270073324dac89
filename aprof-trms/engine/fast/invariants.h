/* The invariants of the fast engine's state, checked.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_INVARIANTS_H
#define APROF_FAST_INVARIANTS_H

#include <stddef.h>

/* The engine's function `broken` (engine/trms.h). */
const char *invariants_broken(size_t chunks);

#endif
