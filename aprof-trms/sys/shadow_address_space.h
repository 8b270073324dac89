/* The address space that the fast engine reserves for its windows.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_OWN_MEMORY_H
#define AP_OWN_MEMORY_H

#include "base/base.h"

/* As plat_reserve and plat_unreserve (engine/platform.h). */
Bool ap_own_reserve(Addr at, SizeT n);
void ap_own_unreserve(Addr at, SizeT n);

/* No memory comes to lie at `at` or above for which the kernel chooses the place:
   that is kept for ap_own_reserve.  Valgrind leaves it to the kernel where that
   refuses the place which Valgrind has chosen: for huge pages, io_uring.  Nothing
   happens where it can't be had. */
void ap_own_bar_from(Addr at);
/* The program has mapped memory, maybe there. */
void ap_own_mapped(Addr start, Addr end);

/* How much of it there is. */
SizeT ap_own_size(void);

/* It can't be touched, until it is shown again: before anything else goes on where
   a system call may have been interrupted that it was hidden from. */
void ap_own_hide(void);
void ap_own_show(void);
/* It is not locked in memory any more; and shown. */
void ap_own_unlock(void);

#endif
