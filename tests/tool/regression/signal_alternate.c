/* Signals delivered on an alternate stack.

   expectations: signal_normal
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#define ALTERNATE 1
#include "signals.h"
