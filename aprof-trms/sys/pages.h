/* Whole pages of memory from Valgrind, beside its heap.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_PAGES_H
#define SYS_PAGES_H

#include "base/base.h"

/* Return whole pages of zeros, `size` bytes of them, or NULL if Valgrind has no
   memory.  pages_unmap gives the same pages back. */
void *pages_map(SizeT size);
void pages_unmap(void *p, SizeT size);

/* Can Valgrind have `size` bytes more?  If its heap can't have memory that it
   needs, then Valgrind ends the program. */
Bool pages_available(SizeT size);

#endif
