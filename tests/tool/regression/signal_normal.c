/* Signals delivered on the interrupted routine's own stack.

   system: seen
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "signals.h"
