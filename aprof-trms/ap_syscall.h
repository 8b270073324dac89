/* System calls that have no public function in Valgrind, or one that drops the
   error.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_SYSCALL_H
#define AP_SYSCALL_H

#include "ap_base.h"

/* Address space behind Valgrind's own (core/platform.h).  The first tells
   whether the range was to be had. */
Bool ap_syscall_reserve(Addr at, SizeT n);
void ap_syscall_unreserve(Addr at, SizeT n);
void ap_syscall_discard(Addr at, SizeT n);

/* Each returns 0, or errno. */
Int ap_syscall_close(Int fd);
Int ap_syscall_rename(const HChar *from, const HChar *to);

#endif
