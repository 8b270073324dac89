/* Which routines get memory: see allocations.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/allocations.h"
#include "arch/calls.h"
#include "symbols/library_routines.h"

Allocations allocations_all;

/* Callers that are looked at.  Behind them the direct one counts. */
enum { CALLERS = 16 };

/* Return the routine that a block counts for, or NULL: none is pending.  Frames that
   are packed, far below, are not looked at. */
static Routine *owner_of(const Control *c, UInt frames)
{
   const UInt least = frames + (c->packed > 0 ? c->packed + 1 : 0);
   Routine *direct = NULL;

   for (UInt i = 0; i < CALLERS && least + i < control_depth(c); i++) {
      const Frame *f = c->top - frames - i;
      if (f->routine == NULL || !frame_is_recorded(f))
         break;
      if (direct == NULL)
         direct = f->routine->home;
      if (!library_routines_has(f->routine->home))
         return f->routine->home;
   }
   return direct;
}

/* Return the bytes of the block that the call has asked for; 0: that is not known. */
static ULong bytes_of(const Routine *r)
{
   const MemoryRoutine *m = r->memory;
   ULong n;

   if (r->convention == CALLS_ON_STACK)
      return 0;
   if (m->kind == ZONE_REALLOC && calls_argument((UInt)m->block, r->convention) != 0)
      return 0;
   n = calls_argument((UInt)m->size, r->convention);
   if (m->times >= 0)
      n *= calls_argument((UInt)m->times, r->convention);
   return n < 1ULL << 47 ? n : 0;
}

static void add(Allocations *a, ULong bytes)
{
   a->blocks++;
   a->bytes += bytes;
}

void allocations_of_call(Control *c, const Routine *r, UInt frames)
{
   ULong bytes;

   if (!control_collecting)
      return;
   if (r->memory->kind == ZONE_COLLECTOR)
      c->zones[c->n_zones - 1].caller = owner_of(c, frames);
   else if ((bytes = bytes_of(r)) > 0) {
      Routine *owner = owner_of(c, frames);
      add(&allocations_all, bytes);
      if (owner != NULL)
         add(&owner->allocations, bytes);
   }
}

void allocations_collected(const Zone *z, ULong cost)
{
   if (!control_collecting)
      return;
   allocations_all.collections += cost;
   if (z->caller != NULL)
      z->caller->allocations.collections += cost;
}

void allocations_forget(void)
{
   allocations_all = (Allocations){ 0 };
}
