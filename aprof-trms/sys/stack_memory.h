/* Memory for stacks of the tool's own, which may become very deep.

   A stack that has become large gets a place of its own in address space, where
   it grows without being copied, and takes memory only where it is touched.
   What it has used is given back when it has become much smaller.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_STACK_MEMORY_H
#define SYS_STACK_MEMORY_H

#include "base/base.h"

/* Address space above the fast engine's windows may be used.  Without this call
   all stacks are on the heap, and are copied when they grow. */
void stack_memory_init(void);

/* Make room for at least *room elements of `size` bytes, more than there was
   room for, of which the first `used` are in use; the others are zero.  Return
   where the stack is now, and set *room.  stack: NULL at first. */
void *stack_memory_grow(const HChar *cc, void *stack, SizeT size, SizeT used,
                        SizeT *room);

/* A stack with this room has shrunk: give back what lies far above the `used`
   elements, and is zero again after that.  Return the room that is left. */
SizeT stack_memory_give_back(void *stack, SizeT size, SizeT used, SizeT room);

/* Has it shrunk so much that it should give memory back? */
static inline Bool stack_memory_is_idle(SizeT used, SizeT room)
{
   enum { MUCH = 1 << 18 };

   return room > MUCH && used < room - MUCH;
}

/* Has the stack a place of its own?  If so, then whole pages of it can be given
   back with syscall_discard, and are zero after that. */
Bool stack_memory_has_place(const void *stack);

void stack_memory_free(void *stack);

/* Does a stack have its place in a part of [start, end)? */
Bool stack_memory_has(Addr start, Addr end);

#endif
