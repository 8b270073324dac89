/* Work that is done side by side on all processors: many pieces that know
   nothing of each other.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WORKERS_H
#define APROF_WORKERS_H

#include <stddef.h>

/* Calls `piece` for each of 0 to count - 1, in no order, several at a time;
   returns when all are done.  Where no thread can be had it does all itself. */
void parallel_do(size_t count, void (*piece)(void *context, size_t i),
                 void *context);

#endif
