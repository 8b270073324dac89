/* Zones: a zone is the time from the call of an allocator or a garbage
   collector to its return.

   The input of an activation is the data that it reads and that neither it nor
   its callees have written before.  What memory management reads is not input:
   an allocator reads its own bookkeeping, and a collector reads the marks and
   pointers of all live objects, and runs in whichever routine allocates when a
   collection is due.

                    reads     writes    activations   cost
      allocator     ignored   counted   one, a leaf   nominal
      calloc        ignored   counted   one, a leaf   nominal; at its return the
                                                      block counts as written by
                                                      the caller
      realloc       ignored   ignored   one, a leaf   nominal; at its return a
                                                      block that has moved has
                                                      the old block's history
      growth        ignored   counted   one, a leaf   real; at its return the
                                                     container's contents have
                                                     the old contents' history
     collector     ignored   ignored   all           not charged to a caller
      that moves   ignored   counted   all           not charged to a caller

   With --output=yes, what an allocator or calloc writes is ignored, too: then a
   new block is as if nothing had written it, and what the program writes there
   first is output.  calloc's block counts as written by the caller.  A growth's
   writes count, but are no output: it moves what there is.

   Growth is the routine of a container that moves its contents to a larger
   block: a realloc in the program's own code.  Its cost is real, as it may call
   the copy constructors of the program.  Those of C++ are known by their names,
   others by --reallocator.

   A leaf has a size of 0, and the routines that it calls have no activations.
   But a calloc or a realloc that an allocator or a growth calls is a zone of
   its own, and so is a collector that any of them calls.

   The arguments of an inlined growth are in registers that the debug
   information alone knows.  It is told by what it calls: the first block that
   it gets from operator new is the new one, and is twice as large as the old
   one; if it gets no other block, then the block that it gives to operator
   delete is the old one, whose contents have moved by then.  (Elements that
   allocate when they are copied have no history to move: they are new.)  While
   it calls its host, to copy an element, the host's inlined calls are not told
   from its own.

   What --reallocator names is told in this way, too, but not by how much it
   grows: the new block has the history of the block that is freed as far as
   both have the same contents from their beginnings on, which are looked at
   when that block is freed.  So what is not moved as it is, such as the chains
   of a hash table, counts as written by the caller; and so do the new block's
   other parts.  Behind the old block there may be a few zeros, as in the new
   one: these cells of the new block look unwritten.

   The nominal cost of a call of an allocator is NOMINAL basic blocks, and one
   more for each 128 bytes that it has cleared or moved (base/cost_unit.h).  A
   realloc that leaves a block where it is moves nothing.
   The real cost depends on what was allocated and freed before, and that is no
   property of the caller.  Both are summed up, and the profile contains the
   difference.  --allocator-cost=real charges the real cost.

   A zone belongs to its thread of control.  It ends when the stack pointer
   passes above its entry: by a return, longjmp, or an exception.  A signal
   handler that interrupts an allocator is not in the zone.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ZONES_H
#define ZONES_H

#include "arch/calls.h"
#include "base/options.h"
#include "callgraph/control.h"

/* Which accesses of the current thread of control are passed to the engine.
   MEASURE_WRITES: writes, but they are no output. */
typedef enum { MEASURE_ALL, MEASURE_WRITES, MEASURE_NOTHING } ZoneMeasure;

/* Return the innermost zone, or NULL. */
static inline const Zone *zones_top(const Control *c)
{
   return c->n_zones == 0 ? NULL : &c->zones[c->n_zones - 1];
}

static inline ZoneMeasure zones_measure(const Control *c)
{
   if (c->in_resolver)
      return MEASURE_NOTHING;
   if (UNLIKELY(!control_collecting))
      return MEASURE_WRITES;      /* of the kernel */
   if (LIKELY(c->n_zones == 0))
      return MEASURE_ALL;
   switch (zones_top(c)->kind) {
   case ZONE_ALLOCATOR: case ZONE_CALLOC:
      return tool_options.output ? MEASURE_NOTHING : MEASURE_WRITES;
   case ZONE_GROWTH:
      return MEASURE_WRITES;
   case ZONE_COLLECTOR:
      return zones_top(c)->moves ? MEASURE_WRITES : MEASURE_NOTHING;
   default:
      return MEASURE_NOTHING;
   }
}

/* Is the innermost zone an inlined growth? */
static inline Bool zones_in_inlined(const Control *c)
{
   return c->n_zones > 0 && zones_top(c)->is_inlined;
}

/* Is the innermost zone a leaf? */
static inline Bool zones_in_leaf(const Control *c)
{
   return c->n_zones > 0 && zones_top(c)->kind != ZONE_COLLECTOR;
}

static inline Bool zones_in_collector(const Control *c)
{
   return c->n_zones > 0 && zones_top(c)->kind == ZONE_COLLECTOR;
}

/* Is a routine that is called within a leaf a zone of its own? */
Bool zones_may_nest(const Control *c, const Routine *r);

/* Begin a zone of `r`.  sp, return_address: the key of the call (control.h).
   has_frame: the top frame is the zone's activation. */
void zones_enter(Control *c, const Routine *r, Addr sp,
                 Addr return_address, Bool has_frame);

/* The top frame of `c` is about to end: end the zones within it, and the zone
   that it is the activation of, if any.  If that is an allocator's, then set
   control_cost_now to the cost that is charged (zones_charge).  Return that
   zone, or NULL. */
const Zone *zones_close(Control *c);

/* End the zones without a frame whose entry is below the stack pointer. */
void zones_unwind(Control *c, Addr sp);

/* Zones that a return ends, the inner one first. */
typedef struct {
   Zone list[ZONES];
   UInt n;
} EndedZones;

/* Fill in the zones of leaves that the return to `target` ends, and remove
   those without a frame; a zone with a frame is removed when its frame is
   closed.  Return True if the thread is still in a leaf after the return. */
Bool zones_return(Control *c, Addr sp, Addr target, EndedZones *ended);

/* These zones have ended: change the history of the blocks that calloc and
   realloc have returned to `c`. */
void zones_apply(Control *c, const EndedZones *ended);

/* mremap has moved the program's memory [from, from + n).  `c` may be NULL. */
void zones_remapped(Control *c, Addr from, SizeT n);

/* `c`, which may be NULL, has unmapped the memory [from, from + n).  Return
   True if the memory's history is needed until a realloc or a growth returns:
   the old block, or a part of it, was there.  (The end of the heap is given
   back to the kernel from the middle of a free block on.)  Then zones_apply
   forgets the history, and the caller does not. */
Bool zones_unmapped(const Control *c, Addr from, SizeT n);

/* The program has new memory at [from, from + n), and its history was
   forgotten. */
void zones_mapped(Addr from, SizeT n);

/* The real cost of all calls of allocators in this process, and the cost that
   their callers were charged. */
extern ULong zones_real, zones_charged;

/* A forked child begins: set both to 0. */
void zones_forget(void);

/* The frequent case of zones_enter (helpers/calls.c): begin the zone of an
   allocator with a frame, in a thread of control that is in no zone.  `cost` is
   the cost counter. */
static inline void zones_enter_inline(Control *c, Addr sp,
                                      Addr return_address, ULong cost)
{
   c->zones[0] = (Zone){ .kind = ZONE_ALLOCATOR, .has_frame = True,
                         .inline_entry = True, .sp = sp,
                         .return_address = return_address, .cost = cost };
   c->n_zones = 1;
}

/* Does a return end the innermost zone? */
static inline Bool zone_is_left(const Zone *z, Addr sp, Addr target)
{
   return z->sp < sp || (!CALL_PUSHES && z->sp == sp
                         && z->return_address == target);
}

/* The zone of an allocator ends, and the cost counter is `counter`.  Return the
   counter with the real cost replaced by the cost that the caller is
   charged. */
ULong zones_charge(const Zone *z, ULong counter);

#endif
