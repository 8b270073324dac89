/* Liveness of the processor's status flags.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_FLAGS_LIVENESS_H
#define ARCH_FLAGS_LIVENESS_H

#include "base/base.h"

/* Does the code at the address overwrite all status flags before it reads any?
   Return False where that is not certain. */
Bool flags_liveness_are_dead(Addr code);

#endif
