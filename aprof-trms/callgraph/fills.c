/* Loops that fill memory: see callgraph/fills.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/fills.h"
#include "callgraph/packed_frames.h"
#include "callgraph/shadow_stack.h"
#include "engine/profile/pool.h"

#define HASH_TABLE             fill_table
#define HASH_TABLE_ELEMENT     FillLoop *
#define HASH_TABLE_KEY         Addr
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e)   ((e)->first)
#define HASH_TABLE_EQUAL(e, k) ((e)->first == (k))
#define HASH_TABLE_HOME(k, b)  hash_table_home(k, b)
#define HASH_TABLE_CENTRE      "aprof.fills"
#define HASH_TABLE_FIRST_BITS  8
#include "engine/shadow/hash_table.h"

static fill_table loops;
static pool loop_pool = { .size = sizeof(FillLoop) };

static void settle(FillLoop *l)
{
   if (l->owner == NULL)
      return;
   const UWord turns = l->turns - l->settled_turns;

   l->owner->filled += turns * l->turn.bytes;
   l->owner->fill_cost += turns * l->turn.cost;
   l->owner->filled_same += (l->same - l->settled_same) * l->turn.bytes;
   l->settled_turns = l->turns;
   l->settled_same = l->same;
}

FillLoop *fills_loop(Addr first, FillTurn turn)
{
   FillLoop **found = fill_table_find(&loops, first), *l;

   if (found == NULL) {
      l = pool_take(&loop_pool);
      *l = (FillLoop){ .first = first, .turn = turn };
      *fill_table_add(&loops, first) = l;
      return l;
   }
   l = *found;
   if (l->turn.bytes != turn.bytes || l->turn.cost != turn.cost) {
      settle(l);
      *l = (FillLoop){ .first = first, .turn = turn };
   }
   return l;
}

UWord fills_least_turns(const FillLoop *l)
{
   return (FILLS_LEAST + l->turn.bytes - 1) / l->turn.bytes;
}

/* Is the caller of the top activation known?  It may be the root of a new context. */
static Bool has_caller(const Control *c)
{
   const UInt depth = control_depth(c);

   return depth > 1 && !packed_frames_is_packed(c, depth - 2)
          && c->top[-1].routine != NULL;
}

/* Return the sums that a fill in the top activation belongs to: those of the call of
   calloc in which it is, if it is in one.  NULL: there are none. */
static LargeReads *owner_now(void)
{
   const Control *c = control_current;

   if (!control_collecting || c == NULL || control_depth(c) == 0)
      return NULL;
   if (c->n_zones > 0) {
      const Zone *z = &c->zones[c->n_zones - 1];
      return z->leaf == NULL ? NULL : record_large_between(z->caller, z->leaf);
   }
   if (!has_caller(c) || c->top->routine == NULL || !frame_is_recorded(c->top))
      return NULL;
   Edge *e = shadow_stack_edge_to(c, c->top);
   return e == NULL ? NULL : record_large_of(e);
}

void fills_change(FillLoop *l, UWord turns)
{
   if (turns == 0) {
      settle(l);
      l->owner = NULL;
      return;
   }
   l->owner = owner_now();
   l->settled_turns = l->settled_same = 0;
   if (l->owner != NULL)
      l->owner->fills++;
}

void fills_at_once(FillTurn all, UWord same)
{
   LargeReads *owner = all.bytes < FILLS_LEAST ? NULL : owner_now();

   if (owner == NULL)
      return;
   owner->fills++;
   owner->filled += all.bytes;
   owner->fill_cost += all.cost;
   owner->filled_same += same;
}

void fills_settle(void)
{
   size_t i = 0;

   for (FillLoop **l; (l = fill_table_next(&loops, &i)) != NULL; )
      settle(*l);
}

void fills_forget(void)
{
   size_t i = 0;

   for (FillLoop **l; (l = fill_table_next(&loops, &i)) != NULL; )
      **l = (FillLoop){ .first = (*l)->first, .turn = (*l)->turn };
}
