/* Which memory the program could have handed to the kernel.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_READABLE_H
#define AP_READABLE_H

#include "base/base.h"

/* The part of a range up to the first byte that is not the program's own to
   read, or that is not there. */
SizeT ap_readable_part(Addr start, SizeT size);

/* All of it? */
static inline Bool ap_is_readable(Addr start, SizeT size)
{
   return ap_readable_part(start, size) == size;
}

#endif
