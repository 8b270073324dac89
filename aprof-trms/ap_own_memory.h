/* The address space that the fast engine reserves for its windows, and the
   system calls of the program that concern it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_OWN_MEMORY_H
#define AP_OWN_MEMORY_H

#include "ap_base.h"

/* As plat_reserve and plat_unreserve (core/platform.h). */
Bool ap_own_reserve(Addr at, SizeT n);
void ap_own_unreserve(Addr at, SizeT n);

/* No memory comes to lie at `at` or above for which the kernel chooses the place:
   that is kept for ap_own_reserve.  Valgrind leaves it to the kernel where that
   refuses the place which Valgrind has chosen: for huge pages, io_uring.  Nothing
   happens where it can't be had. */
void ap_own_bar_from(Addr at);
/* The program has mapped memory, maybe there. */
void ap_own_mapped(Addr start, Addr end);

/* Before mlockall. */
void ap_own_before_locking(UWord flags);

/* After each system call of the program. */
void ap_own_after_syscall(UInt number, const UWord *args, Bool failed);

/* Before anything else goes on where a system call may have been interrupted:
   what is hidden while it lasts can be touched again. */
void ap_own_show(void);

#endif
