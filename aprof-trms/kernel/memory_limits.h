/* What the program does to all memory of its process, the fast engine's address
   space included: it locks it, or limits it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_LIMITS_H
#define AP_LIMITS_H

#include "base/base.h"

/* Before mlockall.  Return False if the program can't go on: the user has been
   told why. */
Bool ap_limits_before_locking(UWord flags);

/* After each system call of the program. */
void ap_limits_after_syscall(UInt number, const UWord *args, Bool failed);

#endif
