/* Places in the address space that the kernel does not choose for a while.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_HIGH_PLACES_H
#define SYS_HIGH_PLACES_H

#include "base/base.h"

/* Until high_places_open is called, the kernel places no mapping of `size` bytes or
   more, a power of 2, at `limit` or above by its own choice.  Where address space is
   limited, or system calls are, nothing happens. */
void high_places_close(Addr limit, SizeT size);
void high_places_open(void);

#endif
