/* The program locks all memory of its process, or limits the memory: the fast
   engine's address space is included.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_MEMORY_LIMITS_H
#define KERNEL_MEMORY_LIMITS_H

#include "base/base.h"

/* Before mlockall.  Return False if the program can't go on, after a message
   that says why. */
Bool memory_limits_before_locking(UWord flags);

/* After each system call of the program. */
void memory_limits_after_syscall(UInt number, const UWord *args, Bool failed);

#endif
