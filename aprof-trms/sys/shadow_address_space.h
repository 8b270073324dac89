/* The address space that the fast engine reserves for its windows.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_SHADOW_ADDRESS_SPACE_H
#define SYS_SHADOW_ADDRESS_SPACE_H

#include "base/base.h"

/* As platform_reserve and platform_unreserve (engine/platform.h). */
Bool shadow_address_space_reserve(Addr at, SizeT n);
void shadow_address_space_unreserve(Addr at, SizeT n);

/* As platform_move. */
Bool shadow_address_space_move(Addr to, Addr from, SizeT n);

/* Keep the address space from `at` on for shadow_address_space_reserve:
   bar the part of it that the kernel chooses places from.  Valgrind lets the
   kernel choose where the kernel refuses the place that Valgrind has chosen:
   for huge pages, and for io_uring.  If the address space can't be barred,
   then nothing happens. */
void shadow_address_space_bar_from(Addr at);

/* The program has mapped [start, end), maybe over barred address space. */
void shadow_address_space_mapped(Addr start, Addr end);

/* Is a part of [start, end) reserved? */
Bool shadow_address_space_has(Addr start, Addr end);

/* Return the number of bytes that are reserved or barred. */
SizeT shadow_address_space_size(void);

/* Make the reserved address space inaccessible, before a system call that would
   take memory for it; and accessible again.  If the system call may have been
   interrupted, then shadow_address_space_show must be called before anything
   else. */
void shadow_address_space_hide(void);
void shadow_address_space_show(void);

/* Make it accessible, and no longer locked in memory. */
void shadow_address_space_unlock(void);

#endif
