/* System calls that have no public function in Valgrind, or one that drops the
   error.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_SYSCALL_H
#define AP_SYSCALL_H

#include "ap_base.h"

/* Each returns 0, or errno. */
Int ap_syscall_close(Int fd);
Int ap_syscall_rename(const HChar *from, const HChar *to);

#endif
