/* Memory that is given back at one place and soon needed at another one.

   In a very deep recursion memory becomes idle each time when as much is needed
   elsewhere.  The kernel takes its time for a page that is not there: it finds
   and clears one, and on a virtual machine the host does so as well.  So blocks
   of what is given back are kept, as long as they are few, and moved to where
   memory is needed.

   All of it is in reserved address space (sys/shadow_address_space.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_SPARE_MEMORY_H
#define SYS_SPARE_MEMORY_H

#include "base/base.h"

/* Where blocks are kept. */
#define SPARE_MEMORY_PLACE (((Addr)126 << 40) + ((Addr)512 << 30))

/* Make whole pages zero again, so that they take no memory, or only as blocks that
   are kept. */
void spare_memory_give(Addr at, SizeT n);

/* Take memory for the whole pages of a part now: blocks that were kept where no
   page was touched so far.  A hint. */
void spare_memory_take(Addr at, SizeT n);

/* Give back what is kept. */
void spare_memory_drop(void);

#endif
