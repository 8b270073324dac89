/* Zones: what happens between the call of an allocator or a garbage collector
   and its return.

   Input is what an activation reads first that it, or what it called, has not
   written.  Memory management is no reading: an allocator reads bookkeeping of
   its own, and a collector the marks and pointers of all live objects, whoever
   happens to allocate when it is due.

                    reads   writes   activations       cost
      allocator     none    events   one, a leaf       nominal
      calloc        none    events   one, a leaf       nominal; at its return the
                                                       block counts as written
                                                       by its caller
      realloc       none    none     one, a leaf       nominal; at its return the
                                                       block, if it has moved,
                                                       has the old one's history
      collector     none    none     its own           apart: no caller's

   A leaf has a size of 0, and what it calls is no activation.  But within an
   allocator a calloc, a realloc or a collector is still a zone of its own.

   The nominal cost of an allocator's call is NOMINAL blocks, and one for each
   128 bytes that it has cleared or moved: its real cost depends on what was
   allocated and freed before, which is no property of the caller.  Both are
   summed up, so that the profile tells the difference.  --allocator-cost=real
   charges the real cost.

   A zone belongs to its thread of control, and ends when the stack pointer
   passes above its entry: by a return, longjmp, or an exception.  A signal
   handler that interrupts an allocator is outside of the zone.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ZONES_H
#define ZONES_H

#include "arch/calls.h"
#include "callgraph/control.h"

/* What the engines hear of the current thread of control's accesses. */
typedef enum { MEASURE_ALL, MEASURE_WRITES, MEASURE_NOTHING } ZoneMeasure;

static inline const Zone *zones_top(const Control *c)
{
   return c->n_zones == 0 ? NULL : &c->zones[c->n_zones - 1];
}

static inline ZoneMeasure zones_measure(const Control *c)
{
   if (c->in_resolver)
      return MEASURE_NOTHING;
   if (LIKELY(c->n_zones == 0))
      return MEASURE_ALL;
   switch (zones_top(c)->kind) {
   case ZONE_ALLOCATOR: case ZONE_CALLOC:
      return MEASURE_WRITES;
   default:
      return MEASURE_NOTHING;
   }
}

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

/* A zone of `r` begins, with this key (control.h) and the cost counter at
   control_cost_now.  has_frame: the top frame is its activation. */
void zones_enter(Control *c, const Routine *r, Addr sp,
                 Addr return_address, Bool has_frame);

/* The top frame of `c` is about to end: zones within it are over.  If the zone
   of the frame is one whose cost is not real, then control_cost_now becomes what it is
   to be.  Return the zone that ends with the frame, or NULL. */
const Zone *zones_close(Control *c);

/* Zones without a frame that the stack pointer has left are over. */
void zones_unwind(Control *c, Addr sp);

/* Zones that a return to `target` ends, the inner one first. */
typedef struct {
   Zone list[ZONES];
   UInt n;
} EndedZones;

/* Take the zones of leaves that the return ends; a zone with a frame goes when
   its frame is closed.  Return whether the return is one within a leaf. */
Bool zones_return(Control *c, Addr sp, Addr target, EndedZones *ended);

/* What the routines of these zones have done to the history of the blocks that
   they return; `c` is the caller. */
void zones_apply(Control *c, const EndedZones *ended);

/* mremap has moved the program's memory of [from, from + n). */
void zones_remapped(Control *c, Addr from, SizeT n);

/* What the allocators' calls have really cost, and what their callers were
   charged for them, in this process. */
extern ULong zones_real, zones_charged;

/* A forked child begins: both are 0. */
void zones_forget(void);

/* The frequent case (instrument/helpers.c): the zone of an allocator with a
   frame begins, in a thread of control that is in no zone. */
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

/* The zone of an allocator ends at this cost counter: return what the counter
   is to be, with what is charged to the caller. */
ULong zones_charge(const Zone *z, ULong counter);

#endif
