/* Jumps out of handlers on an alternate stack.

   engines: fast check
   expectations: signal_jump_normal

   SPDX-License-Identifier: GPL-2.0-or-later */

#define ALTERNATE 1
#include "signal_jumps.h"
