/* Jumps out of handlers on the interrupted routine's own stack.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "signal_jumps.h"
