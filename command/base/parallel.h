/* Work in parallel on all processors: many pieces that are independent of each
   other.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_PARALLEL_H
#define APROF_BASE_PARALLEL_H

#include <stddef.h>

/* Call `piece` for each of 0 to count - 1, in no order, several at a time;
   return after all are done.  If no thread can be created, then
   the calling thread does all. */
void parallel_do(size_t count, void (*piece)(void *context, size_t i),
                 void *context);

#endif
