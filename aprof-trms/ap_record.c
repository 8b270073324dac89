/* Returned activations -> the tables of their routine, and call edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_record.h"
#include "ap_options.h"
#include "core/pool.h"

static ApEdge **buckets;
static UInt n_buckets;       /* a power of two */
static UInt n_edges;
static pool edges = { .size = 2 * POOL_LINE };

static ApTable *new_table(ApRoutine *r, UInt thread)
{
   r->tables = VG_(realloc)("aprof.record.tables", r->tables,
                            (r->n_tables + 1) * sizeof r->tables[0]);
   r->last_table = r->n_tables++;
   ApTable *t = &r->tables[r->last_table];
   t->thread = thread;
   t->closed = prof_new();
   t->open = NULL;
   if (!ap_options.separate_threads)
      r->all = t->closed;
   return t;
}

/* The table of a routine in a thread; all threads share one unless they are
   to be kept apart. */
static ApTable *table_of(ApRoutine *r, UInt os_thread)
{
   UInt thread = ap_options.separate_threads ? os_thread : 0;

   if (r->last_table < r->n_tables
       && r->tables[r->last_table].thread == thread)
      return &r->tables[r->last_table];
   for (UInt i = 0; i < r->n_tables; i++)
      if (r->tables[i].thread == thread) {
         r->last_table = i;
         return &r->tables[i];
      }
   return new_table(r, thread);
}

static UInt bucket_of(const ApRoutine *caller, const ApRoutine *callee)
{
   return (caller->id * 0x9E3779B1u ^ callee->id * 0x85EBCA77u) >> 7
          & (n_buckets - 1);
}

static void grow(void)
{
   UInt old_n = n_buckets;
   ApEdge **old = buckets;

   n_buckets = old_n == 0 ? 1024 : 2 * old_n;
   buckets = VG_(calloc)("aprof.record.edges", n_buckets, sizeof *buckets);
   for (UInt i = 0; i < old_n; i++)
      for (ApEdge *e = old[i], *next; e != NULL; e = next) {
         next = e->chain;
         UInt b = bucket_of(e->caller, e->callee);
         e->chain = buckets[b];
         buckets[b] = e;
      }
   VG_(free)(old);
}

ApEdge *ap_find_edge(ApRoutine *caller, ApRoutine *callee)
{
   ApEdge *e;

   if (n_edges >= n_buckets)
      grow();
   UInt b = bucket_of(caller, callee);
   for (e = buckets[b]; e != NULL; e = e->chain)
      if (e->caller == caller && e->callee == callee)
         break;
   if (e == NULL) {
      e = pool_take(&edges);
      e->caller = caller;
      e->callee = callee;
      e->chain = buckets[b];
      buckets[b] = e;
      n_edges++;
   }
   callee->last_edge = e;
   return e;
}

/* Where each thread has tables of its own, the edge's last entry may be
   another's. */
prof_entry *ap_find_entry(ApEdge *e, UInt os_thread, ULong size)
{
   ApRoutine *r = e->callee;

   if (r->all == NULL)
      return prof_entry_of(table_of(r, os_thread)->closed, size);
   return e->last = prof_entry_of(r->all, size);
}

void ap_record(const ApActivation *a)
{
   if (UNLIKELY(ap_is_without(PART_RECORDING)))
      return;
   prof_record(table_of(a->routine, a->os_thread)->closed, &a->sizes,
               a->cost, a->self, a->outermost);
   if (a->caller != NULL) {
      ApEdge *e = ap_edge_of(a->caller, a->routine);
      e->calls++;
      e->cost += a->cost;
      if (!a->outermost)
         e->nested += a->cost;
   }
}

void ap_record_open(const ApActivation *a)
{
   ApTable *t = table_of(a->routine, a->os_thread);

   if (t->open == NULL)
      t->open = prof_new();
   prof_record(t->open, &a->sizes, a->cost, a->self, a->outermost);
   if (a->caller != NULL) {
      ApEdge *e = ap_edge_of(a->caller, a->routine);
      e->open_calls++;
      e->open_cost += a->cost;
      if (!a->outermost)
         e->open_nested += a->cost;
   }
}

void ap_forget_open(void)
{
   for (UInt id = 0; id < ap_routine_count(); id++) {
      ApRoutine *r = ap_routine(id);
      for (UInt i = 0; i < r->n_tables; i++)
         if (r->tables[i].open != NULL) {
            prof_free(r->tables[i].open);
            r->tables[i].open = NULL;
         }
   }
   for (UInt b = 0; b < n_buckets; b++)
      for (ApEdge *e = buckets[b]; e != NULL; e = e->chain) {
         e->open_calls = 0;
         e->open_cost = e->open_nested = 0;
      }
}

void ap_forget_all_records(void)
{
   ap_forget_open();
   for (UInt id = 0; id < ap_routine_count(); id++) {
      ApRoutine *r = ap_routine(id);
      for (UInt i = 0; i < r->n_tables; i++)
         prof_free(r->tables[i].closed);
      VG_(free)(r->tables);
      r->tables = NULL;
      r->all = NULL;
      r->n_tables = 0;
      r->last_edge = NULL;
   }
   for (UInt b = 0; b < n_buckets; b++) {
      for (ApEdge *e = buckets[b], *next; e != NULL; e = next) {
         next = e->chain;
         pool_give(&edges, e);
      }
      buckets[b] = NULL;
   }
   n_edges = 0;
}

ULong ap_activations(void)
{
   ULong n = 0;

   for (UInt id = 0; id < ap_routine_count(); id++) {
      const ApRoutine *r = ap_routine(id);
      for (UInt i = 0; i < r->n_tables; i++) {
         n += prof_calls(r->tables[i].closed);
         if (r->tables[i].open != NULL)
            n += prof_calls(r->tables[i].open);
      }
   }
   return n;
}

UInt ap_edge_count(void)
{
   return n_edges;
}

ApEdge **ap_edges(void)
{
   ApEdge **list = VG_(malloc)("aprof.record.list",
                               (n_edges + 1) * sizeof *list);
   UInt n = 0;

   for (UInt b = 0; b < n_buckets; b++)
      for (ApEdge *e = buckets[b]; e != NULL; e = e->chain)
         list[n++] = e;
   return list;
}
