/* Zones: allocators and garbage collectors.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/zones.h"
#include "arch/calls.h"
#include "base/cost_unit.h"
#include "callgraph/allocations.h"
#include "callgraph/record.h"
#include "sys/client_memory.h"

ULong zones_real, zones_charged;

void zones_forget(void)
{
   zones_real = zones_charged = 0;
}

/* The nominal cost of an allocator's call in basic blocks; instructions of such
   a block.  In four C libraries, the median of malloc and of free, when no
   search is needed, is between 5 and 12 blocks of about 5 instructions each. */
enum { NOMINAL = 8, INSTRUCTIONS = 5 };

/* Memory that the thread of control `c` has unmapped in a realloc or a growth,
   and in which the old block was.  Its history is still there. */
static struct {
   const Control *c;     /* NULL: there is no such memory */
   Addr from;
   SizeT n;
   Bool mapped;          /* meanwhile the program has got the memory again, or a
                            part of it */
} kept;

/* Forget what is kept for `c`. */
static void end_kept(const Control *c)
{
   if (kept.c != c)
      return;
   kept.c = NULL;
   if (!kept.mapped)
      tool_options.engine->forget(kept.from, kept.n);
}

Bool zones_may_nest(const Control *c, const Routine *r)
{
   const ZoneKind inner = r->memory == NULL ? ZONE_NONE : r->memory->kind,
                  outer = zones_top(c)->kind;

   if (inner == ZONE_COLLECTOR)
      return c->n_zones < ZONES;
   if (inner == ZONE_ALLOCATOR)
      return zones_top(c)->is_told
             && (r->memory->block >= 0 || r->memory->size >= 0);
   return (inner == ZONE_CALLOC || inner == ZONE_REALLOC)
          && (outer == ZONE_ALLOCATOR || outer == ZONE_GROWTH);
}

/* Return an integer argument of the call of `r`; with a negative number: there is
   none, return 1. */
static UWord argument(const Routine *r, Int number)
{
   return number < 0 ? 1 : calls_argument((UInt)number, r->convention);
}

/* Return the growth that the innermost zone is a part of, if its blocks are
   told by such a zone; else NULL. */
static Zone *growth_around(Control *c, const Zone *z)
{
   Zone *outer = c->n_zones < 2 ? NULL : &c->zones[c->n_zones - 2];

   return (z->kind == ZONE_ALLOCATOR || z->kind == ZONE_CALLOC)
          && outer != NULL && outer->is_told ? outer : NULL;
}

/* The first two words of a container are a pointer to its contents, and either
   a pointer behind them or their number of bytes. */
static void begin_growth(Zone *z, Addr container)
{
   const UWord *words = (const UWord *)container;

   if (!client_memory_is_readable(container, 2 * sizeof *words))
      return;
   z->container = container;
   z->block = words[0];
   z->size = words[1] >= words[0] ? words[1] - words[0] : words[1];
}

/* The growth puts other characters into the new block as well: they are read. */
static void read_text(Control *c, const Routine *r)
{
   const UInt width = memory_routine_text(r->memory);
   Addr text;
   SizeT n;

   if (width == 0)
      return;
   text = argument(r, MEMORY_ROUTINE_TEXT);
   n = argument(r, MEMORY_ROUTINE_LENGTH);
   if (text == 0 || n == 0 || n >= (SizeT)1 << 47)
      return;
   n = client_memory_readable_part(text, n * width);
   if (n > 0)
      tool_options.engine->read(c->input, text, n);
}

/* The contents of a block are in the block `to`: give it the history of the old
   block.
   The old block's length is not known, but the two blocks do not overlap.  If
   more is copied than the old block had, then only cells of the new block that
   the program has not written yet get a wrong history. */
static void move_history(Control *c, const Zone *z, Addr to)
{
   const Addr from = z->block, mask = ((Addr)1 << tool_options.cell_shift) - 1;
   SizeT n = from < to ? to - from : from - to;

   if (from == 0 || from == to || z->remapped || (kept.c == c && kept.mapped))
      return;
   if (n > z->size)
      n = z->size;
   if (((from ^ to) & mask) != 0)
      tool_options.engine->write(c->input, to, n);
   else
      tool_options.engine->copy(from & ~mask, to & ~mask,
                                (n + (to & mask)) & ~mask);
}

/* Return how many bytes two blocks have in common from their beginnings on, at
   most n. */
static SizeT same_bytes(Addr from, Addr to, SizeT n)
{
   const UChar *a = (const UChar *)from, *b = (const UChar *)to;
   SizeT i = 0;

   n = client_memory_readable_part(from, n);
   n = client_memory_readable_part(to, n);
   while (i < n && a[i] == b[i])
      i++;
   return i;
}

/* A growth that compares gives a block back, perhaps the old one. */
static void given_back(Control *c, Zone *growth, Addr block)
{
   if (growth->to == 0 || block == growth->to
       || (growth->size = same_bytes(block, growth->to, growth->size)) == 0)
      return;
   growth->block = block;
   move_history(c, growth, growth->to);
   growth->to = 0;
}

/* A block is allocated or freed in a growth that is told by that. */
static void block_in_growth(Control *c, Zone *growth, const Zone *z)
{
   if (z->size > 0) {
      if (growth->blocks++ == 0)
         growth->size = growth->compares ? z->size : z->size / 2;
   } else if (growth->compares)
      given_back(c, growth, z->block);
   else if (growth->blocks == 1) {
      growth->block = z->block;
      move_history(c, growth, growth->to);
   }
}

void zones_enter(Control *c, const Routine *r, Addr sp,
                 Addr return_address, Bool has_frame)
{
   const MemoryRoutine *m = r->memory;
   Zone *growth;

   end_kept(c);              /* of a zone that was left without a return */
   if (m->kind == ZONE_GROWTH && zones_measure(c) == MEASURE_ALL)
      read_text(c, r);
   tl_assert(c->n_zones < ZONES);
   Zone *z = &c->zones[c->n_zones++];
   *z = (Zone){ .kind = m->kind, .has_frame = has_frame, .sp = sp,
                .return_address = return_address, .cost = control_cost_now };
   z->moves = m->moves;
   z->is_inlined = r->inlined != NULL;
   z->is_told = m->kind == ZONE_GROWTH && m->block < 0;
   z->compares = m == &memory_routine_reallocator;
   if (m->kind == ZONE_GROWTH && !z->is_told)
      begin_growth(z, argument(r, m->block));
   else if (m->block >= 0)
      z->block = argument(r, m->block);
   if (m->size >= 0)
      z->size = argument(r, m->size) * argument(r, m->times);
   if ((growth = growth_around(c, z)) != NULL)
      block_in_growth(c, growth, z);
   if (m->kind == ZONE_COLLECTOR && has_frame) {
      z->floor = c->callers_floor;
      control_set_floor(c, control_depth(c) - 1);
   }
}

/* Has a realloc, which returns now, left the contents where they were, or has
   the kernel moved them?  If it fails or makes a first block, there is nothing
   to move. */
static Bool has_copied_nothing(const Zone *z)
{
   const Addr result = calls_result();

   return z->remapped || z->block == 0 || result == 0 || result == z->block;
}

/* Return the cost to be charged for an allocator's zone.  The part for clearing
   or moving a block is limited by the real cost: calloc does not clear memory
   that is zero already, and the old block, whose length is not known, may be much
   shorter than the new one. */
static ULong nominal_cost(const Zone *z, ULong real)
{
   ULong cost = tool_options.cost == COST_BB ? NOMINAL : NOMINAL * INSTRUCTIONS;

   if (z->kind == ZONE_ALLOCATOR
       || (z->kind == ZONE_REALLOC && has_copied_nothing(z)))
      return cost;
   ULong more = cost + z->size / COST_UNIT_BYTES
                       * cost_unit_of_turn(z->kind == ZONE_REALLOC);
   return more < real ? more : real > cost ? real : cost;
}

ULong zones_charge(const Zone *z, ULong counter)
{
   ULong real = counter - z->cost, nominal;

   if (z->kind == ZONE_GROWTH)
      return counter;
   nominal = tool_options.allocators_cost_real ? real : nominal_cost(z, real);
   zones_real += real;
   zones_charged += nominal;
   return z->cost + nominal;
}

const Zone *zones_close(Control *c)
{
   while (c->n_zones > 0 && !zones_top(c)->has_frame)
      c->n_zones--;
   if (c->n_zones == 0)
      return NULL;
   const Zone *z = zones_top(c);
   if (z->kind == ZONE_COLLECTOR && !c->top->collector)
      return NULL;            /* the frame is an activation in the collector */
   c->n_zones--;
   if (z->kind == ZONE_COLLECTOR) {
      control_set_floor(c, z->floor);
      allocations_collected(z, control_cost_now - z->cost);
      return z;
   }
   control_cost_now = zones_charge(z, control_cost_now);
   return z;
}

void zones_unwind(Control *c, Addr sp)
{
   while (c->n_zones > 0 && !zones_top(c)->has_frame && zones_top(c)->sp < sp)
      c->n_zones--;
}

Bool zones_return(Control *c, Addr sp, Addr target, EndedZones *ended)
{
   UInt n = c->n_zones;

   ended->n = 0;
   while (n > 0 && c->zones[n - 1].kind != ZONE_COLLECTOR
          && zone_is_left(&c->zones[n - 1], sp, target)) {
      ended->list[ended->n++] = c->zones[--n];
      if (!c->zones[n].has_frame)
         c->n_zones = n;
   }
   return n > 0 && c->zones[n - 1].kind != ZONE_COLLECTOR;
}

/* The contents have moved to a new block: give them the history that they had
   in the old one. */
static void end_growth(Control *c, const Zone *z)
{
   if (z->container != 0
       && client_memory_is_readable(z->container, sizeof(Addr)))
      move_history(c, z, *(const Addr *)z->container);
}

/* An allocator has returned, perhaps to a growth whose new block this is. */
static void end_new(Control *c)
{
   Zone *growth = c->n_zones == 0 ? NULL : &c->zones[c->n_zones - 1];

   if (growth != NULL && growth->is_told && growth->blocks == 1
       && growth->to == 0)
      growth->to = calls_result();
}

static void apply(Control *c, const Zone *z)
{
   Addr result;

   if ((z->kind == ZONE_ALLOCATOR || z->kind == ZONE_CALLOC) && z->size > 0)
      end_new(c);
   if (z->kind == ZONE_GROWTH)
      end_growth(c, z);
   if (z->kind != ZONE_CALLOC && z->kind != ZONE_REALLOC)
      return;
   result = calls_result();
   if (result == 0 || z->size == 0 || z->size >= (SizeT)1 << 47)
      return;
   if (z->kind == ZONE_REALLOC) {
      move_history(c, z, result);
      return;
   }
   tool_options.engine->clear(c->input, result, z->size);
   if (z->leaf != NULL && control_collecting)
      record_cleared(z->caller, z->leaf, z->size);
}

void zones_apply(Control *c, const EndedZones *ended)
{
   for (UInt i = 0; i < ended->n; i++)
      apply(c, &ended->list[i]);
   if (ended->n > 0)
      end_kept(c);
}

void zones_remapped(Control *c, Addr from, SizeT n)
{
   if (c == NULL || c->n_zones == 0 || zones_top(c)->kind != ZONE_REALLOC)
      return;
   Zone *z = &c->zones[c->n_zones - 1];
   z->remapped = z->remapped || (from <= z->block
                                 && z->block - from < n);
}

/* If two threads unmap such memory at one time, then only the first one's is
   kept: the other one's block begins without a history. */
Bool zones_unmapped(const Control *c, Addr from, SizeT n)
{
   if (c == NULL || c->n_zones == 0 || kept.c != NULL)
      return False;
   const Zone *z = zones_top(c);
   if ((z->kind != ZONE_REALLOC && z->kind != ZONE_GROWTH)
       || (z->block < from ? from - z->block >= z->size : z->block - from >= n))
      return False;
   kept.c = c;
   kept.from = from;
   kept.n = n;
   kept.mapped = False;
   return True;
}

void zones_mapped(Addr from, SizeT n)
{
   if (kept.c != NULL && from < kept.from + kept.n && kept.from < from + n)
      kept.mapped = True;
}
