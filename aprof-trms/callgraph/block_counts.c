/* Executions of superblocks: see callgraph/block_counts.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/block_counts.h"
#include "engine/profile/pool.h"

typedef struct {
   Routine *host;
   Addr first, last;            /* offsets in the object */
   ULong count;
} Block;

typedef struct {
   const Routine *host;
   Addr first, last;
} BlockKey;

#define HASH_TABLE             block_table
#define HASH_TABLE_ELEMENT     Block *
#define HASH_TABLE_KEY         BlockKey
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e)   ((BlockKey){ (e)->host, (e)->first, (e)->last })
#define HASH_TABLE_EQUAL(e, k) \
   ((e)->host == (k).host && (e)->first == (k).first && (e)->last == (k).last)
#define HASH_TABLE_HOME(k, b) \
   hash_table_home((UWord)(k).host->id << 32 ^ (k).first << 12 ^ (k).last, b)
#define HASH_TABLE_CENTRE      "aprof.block_counts"
#define HASH_TABLE_FIRST_BITS  10
#include "engine/shadow/hash_table.h"
#include "symbols/code_symbols.h"

static block_table blocks;
static pool block_pool = { .size = sizeof(Block) };

ULong *block_counts_counter(Addr first, Addr last)
{
   Addr start;
   BlockKey key;
   Block **found, *b;
   Routine *host;

   if (!code_symbol_covers(first, &start))
      return NULL;
   host = routines_at(first);
   key = (BlockKey){ host, first - start + host->offset,
                     last - start + host->offset };
   found = block_table_find(&blocks, key);
   if (found != NULL)
      return &(*found)->count;
   b = pool_take(&block_pool);
   *b = (Block){ host, key.first, key.last, 0 };
   *block_table_add(&blocks, key) = b;
   return &b->count;
}

/* Compare offsets as their hexadecimal texts. */
static Int compare_texts(Addr a, Addr b)
{
   HChar x[20], y[20];

   VG_(sprintf)(x, "0x%lx", a);
   VG_(sprintf)(y, "0x%lx", b);
   return VG_(strcmp)(x, y);
}

static Int compare(const void *a, const void *b)
{
   const BlockCount *p = a, *q = b;
   Int order = compare_texts(p->first, q->first);

   return order != 0 ? order : compare_texts(p->last, q->last);
}

BlockCount *block_counts_of(const Routine *r, UInt *n)
{
   BlockCount *list;
   size_t i = 0;
   UInt most = 0;

   for (Block **b; (b = block_table_next(&blocks, &i)) != NULL; )
      most += (*b)->host->home == r && (*b)->count > 0;
   list = VG_(malloc)("aprof.block_counts.list", (most + 1) * sizeof *list);
   *n = 0;
   i = 0;
   for (Block **b; (b = block_table_next(&blocks, &i)) != NULL; )
      if ((*b)->host->home == r && (*b)->count > 0)
         list[(*n)++] = (BlockCount){ (*b)->first, (*b)->last, (*b)->count };
   VG_(ssort)(list, *n, sizeof *list, compare);
   return list;
}

void block_counts_forget(void)
{
   size_t i = 0;

   for (Block **b; (b = block_table_next(&blocks, &i)) != NULL; )
      (*b)->count = 0;
}
