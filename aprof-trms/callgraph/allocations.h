/* Which routines get memory from allocators, and in which of them collections begin.

   The work of a collector is charged to no caller (callgraph/zones.h): it begins in
   whichever routine allocates when a collection is due, or has a thread of its own.
   It is the more the more memory is allocated.  So the profile says how much memory
   each routine has got, and what the collections have cost that began in it.

   A block counts for the routine that has called the allocator; where that is a
   library's, such as a container of C++ or `runtime.makeslice` of Go, for the nearest
   routine below it that is none.  Only the outermost allocator counts: operator new,
   and not the malloc that it calls.  A realloc counts where it begins with no block;
   how large an old block was is not known.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include "callgraph/control.h"

/* What the whole process has got. */
extern Allocations allocations_all;

/* The rest of allocations_begin, where the block's size is known, or for a collector. */
void allocations_of_call(Control *c, const Routine *r, UInt frames);

/* An allocator or a collector, `r`, has been called in `c`, and its zone has begun:
   the only one, or a collector's in that of an allocator.  frames: of the top ones,
   those which do not count as callers. */
static inline void allocations_begin(Control *c, const Routine *r, UInt frames)
{
   if (r->memory->size >= 0 || r->memory->kind == ZONE_COLLECTOR)
      allocations_of_call(c, r, frames);
}

/* The zone of a collector ends, which has cost so much. */
void allocations_collected(const Zone *z, ULong cost);

/* A forked child begins: forget what the process has got.  (Routines have their own:
   record_forget_all.) */
void allocations_forget(void);

#endif
