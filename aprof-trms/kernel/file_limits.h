/* The program sets its limit of open files: Valgrind keeps some of them, and
   refuses all hard limits but the one that is left.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_FILE_LIMITS_H
#define KERNEL_FILE_LIMITS_H

#include "base/base.h"

/* After each system call of the program; error: 0, or why it has failed.  What
   Valgrind has refused, and the kernel would not, is told once, with the limit that
   would help: a server may end for it (memcached does). */
void file_limits_after_syscall(UInt number, const UWord *args, UWord error);

#endif
