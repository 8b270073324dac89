/* Calling contexts: a hash table by their routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/contexts.h"
#include "base/options.h"

ApContext ap_no_context;

static ApContext **buckets;
static UInt n_buckets;       /* a power of two */
static UInt n_contexts;

static UInt bucket_of(ApRoutine *const *chain, UInt length)
{
   UInt h = 0;

   for (UInt i = 0; i < length; i++)
      h = (h ^ chain[i]->id) * 0x9E3779B1u;
   return h >> 7 & (n_buckets - 1);
}

static void grow(void)
{
   UInt old_n = n_buckets, n = old_n == 0 ? 1024 : 2 * old_n;
   ApContext **old = buckets;

   buckets = VG_(calloc)("aprof.contexts", n, sizeof *buckets);
   n_buckets = n;
   for (UInt i = 0; i < old_n; i++)
      for (ApContext *c = old[i], *next; c != NULL; c = next) {
         next = c->next;
         UInt b = bucket_of(c->chain, c->length);
         c->next = buckets[b];
         buckets[b] = c;
      }
   VG_(free)(old);
}

static Bool is_chain(const ApContext *c, ApRoutine *const *chain, UInt length)
{
   return c->length == length
          && VG_(memcmp)(c->chain, chain, length * sizeof *chain) == 0;
}

ApContext *ap_context_called(ApContext *caller, ApRoutine *callee)
{
   if (caller->length > 0 && caller->chain[0] == callee)
      return caller;
   if (n_contexts >= n_buckets)
      grow();

   UInt n = caller->length < ap_options.contexts ? caller->length
                                                 : ap_options.contexts;
   ApRoutine *chain[n + 1];
   chain[0] = callee;
   for (UInt i = 0; i < n; i++)
      chain[i + 1] = caller->chain[i];
   UInt b = bucket_of(chain, n + 1);
   for (ApContext *c = buckets[b]; c != NULL; c = c->next)
      if (is_chain(c, chain, n + 1))
         return c;

   ApContext *c = VG_(calloc)("aprof.contexts.one", 1, sizeof *c);
   c->id = ++n_contexts;
   c->length = n + 1;
   c->chain = VG_(malloc)("aprof.contexts.chain", sizeof chain);
   VG_(memcpy)(c->chain, chain, sizeof chain);
   c->next = buckets[b];
   buckets[b] = c;
   return c;
}

void ap_for_each_context(void (*f)(ApContext *c, void *opaque), void *opaque)
{
   for (UInt b = 0; b < n_buckets; b++)
      for (ApContext *c = buckets[b]; c != NULL; c = c->next)
         f(c, opaque);
}

UInt ap_context_count(void)
{
   return n_contexts;
}

void ap_forget_contexts(void)
{
   for (UInt b = 0; b < n_buckets; b++) {
      for (ApContext *c = buckets[b], *next; c != NULL; c = next) {
         next = c->next;
         VG_(free)(c->chain);
         VG_(free)(c);
      }
      buckets[b] = NULL;
   }
   n_contexts = 0;
   VG_(memset)(&ap_no_context, 0, sizeof ap_no_context);
}
