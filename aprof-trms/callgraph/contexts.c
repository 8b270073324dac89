/* Calling contexts, in a hash table by their chains of routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/contexts.h"
#include "base/options.h"

Context contexts_none;

/* A key: the chain of a context. */
typedef struct {
   Routine *const *chain;
   UInt length;
} Chain;

static inline UWord hash_of(Chain k)
{
   UWord h = 0;

   for (UInt i = 0; i < k.length; i++)
      h = (h ^ k.chain[i]->id) * 0x9E3779B97F4A7C15ull;
   return h >> 32;
}

static inline Bool has_chain(const Context *c, Chain k)
{
   return c->length == k.length
          && VG_(memcmp)(c->chain, k.chain, k.length * sizeof *k.chain) == 0;
}

#define HASH_TABLE             context_table
#define HASH_TABLE_ELEMENT     Context *
#define HASH_TABLE_KEY         Chain
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e)   ((Chain){ (e)->chain, (e)->length })
#define HASH_TABLE_EQUAL(e, k) has_chain(e, k)
#define HASH_TABLE_HOME(k, b)  hash_table_home(hash_of(k), b)
#define HASH_TABLE_CENTRE      "aprof.contexts"
#define HASH_TABLE_FIRST_BITS  10
#include "engine/shadow/hash_table.h"

static context_table contexts;

Context *contexts_called(Context *caller, Routine *callee)
{
   if (caller->length > 0 && caller->chain[0] == callee)
      return caller;

   UInt n = caller->length < tool_options.contexts ? caller->length
                                                   : tool_options.contexts;
   Routine *chain[n + 1];
   chain[0] = callee;
   for (UInt i = 0; i < n; i++)
      chain[i + 1] = caller->chain[i];
   Chain key = { chain, n + 1 };
   Context **found = context_table_find(&contexts, key);
   if (found != NULL)
      return *found;

   Context *c = VG_(calloc)("aprof.contexts.one", 1, sizeof *c);
   *context_table_add(&contexts, key) = c;
   c->id = contexts.count;
   c->length = n + 1;
   c->chain = VG_(malloc)("aprof.contexts.chain", sizeof chain);
   VG_(memcpy)(c->chain, chain, sizeof chain);
   return c;
}

void contexts_each(void (*f)(Context *c, void *opaque), void *opaque)
{
   size_t i = 0;

   for (Context **c; (c = context_table_next(&contexts, &i)) != NULL; )
      f(*c, opaque);
}

UInt contexts_count(void)
{
   return contexts.count;
}

void contexts_forget(void)
{
   size_t i = 0;

   for (Context **c; (c = context_table_next(&contexts, &i)) != NULL; ) {
      VG_(free)((*c)->chain);
      VG_(free)(*c);
   }
   context_table_free(&contexts);
   VG_(memset)(&contexts_none, 0, sizeof contexts_none);
}
