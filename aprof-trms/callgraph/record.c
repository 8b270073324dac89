/* Returned activations -> the tables of their routine, and call edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/record.h"
#include "base/options.h"
#include "callgraph/pending_count.h"
#include "engine/profile/pool.h"

prof_entry *record_no_entry;
static Edge no_edge;
Edge *record_recent_edges[RECORD_RECENT_EDGES] = {
   [0 ... RECORD_RECENT_EDGES - 1] = &no_edge
};
static pool edges = { .size = sizeof(Edge) };

/* Without contexts `from` is NULL. */
typedef struct {
   const Context *from;
   const Routine *caller, *callee;
} EdgeKey;

static inline UWord hash_of(EdgeKey k)
{
   return (UWord)(k.from != NULL ? k.from->id : k.caller->id) << 32
          | k.callee->id;
}

#define HASH_TABLE             edge_table
#define HASH_TABLE_ELEMENT     Edge *
#define HASH_TABLE_KEY         EdgeKey
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e) \
   ((EdgeKey){ (e)->from, (e)->caller, (e)->callee })
#define HASH_TABLE_EQUAL(e, k) \
   ((e)->from == (k).from && (e)->caller == (k).caller \
    && (e)->callee == (k).callee)
#define HASH_TABLE_HOME(k, b)  hash_table_home(hash_of(k), b)
#define HASH_TABLE_CENTRE      "aprof.record.edges"
#define HASH_TABLE_FIRST_BITS  11
#include "engine/shadow/hash_table.h"

static edge_table all_edges;

_Static_assert(sizeof(Edge) == 2 * POOL_LINE, "an edge is two cache lines");

/* Insert a table at index `at`.  The list has room for a power of two of
   tables. */
static SizeTable *new_table(SizeTables *t, UInt at, UInt thread)
{
   if ((t->count & (t->count - 1)) == 0)
      t->list = VG_(realloc)("aprof.record.tables", t->list,
                             (t->count == 0 ? 1 : 2 * t->count)
                             * sizeof t->list[0]);
   VG_(memmove)(&t->list[at + 1], &t->list[at],
                (t->count++ - at) * sizeof t->list[0]);
   t->list[at] = (SizeTable){ thread, prof_new(), NULL };
   return &t->list[at];
}

/* Return the index of the first table whose thread is not less than this one,
   or `count`.  The latest threads have the last tables, and most searches are
   for the latest thread. */
static UInt place_in(const SizeTables *t, UInt thread)
{
   UInt low = 0, high = t->count;

   if (high == 0 || t->list[high - 1].thread < thread)
      return high;
   while (low < high) {
      UInt middle = low + (high - low) / 2;
      if (t->list[middle].thread < thread)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Return the table of this thread; make it if it does not exist. */
static SizeTable *table_in(SizeTables *t, UInt thread)
{
   if (t->last < t->count && t->list[t->last].thread == thread)
      return &t->list[t->last];
   t->last = place_in(t, thread);
   if (t->last < t->count && t->list[t->last].thread == thread)
      return &t->list[t->last];
   return new_table(t, t->last, thread);
}

/* Return the table for activations of `r` in a thread, by way of edge `e`
   (NULL: none).  All threads share a table, unless --separate-threads=yes. */
static SizeTable *table_of(Routine *r, const Edge *e, UInt os_thread)
{
   Bool in_context = e != NULL && e->to != NULL;
   SizeTable *t = table_in(in_context ? &e->to->tables : &r->home->tables,
                           tool_options.separate_threads ? os_thread : 0);

   if (!tool_options.separate_threads) {
      if (in_context)
         e->to->all = t->closed;
      else if (tool_options.contexts == 0)
         r->all = t->closed;
   }
   return t;
}

/* Return the statistics of returned activations in that table. */
static prof *closed_of(Routine *r, const Edge *e, UInt os_thread)
{
   /* The second line of an edge is not needed without contexts. */
   prof *all = tool_options.contexts > 0 && e != NULL && e->to != NULL
               ? e->to->all : r->all;

   return LIKELY(all != NULL) ? all : table_of(r, e, os_thread)->closed;
}

static void free_tables(SizeTables *t)
{
   for (UInt i = 0; i < t->count; i++) {
      prof_free(t->list[i].closed);
      if (t->list[i].open != NULL)
         prof_free(t->list[i].open);
   }
   VG_(free)(t->list);
   VG_(memset)(t, 0, sizeof *t);
}

/* Without contexts `from` is NULL. */
static Edge *find_edge(Context *from, Routine *caller, Routine *callee)
{
   EdgeKey key = { from, caller, callee };
   Edge **place = edge_table_find(&all_edges, key), *e;

   if (place != NULL)
      return *place;
   if (record_no_entry == NULL)
      record_no_entry = prof_no_entry();
   e = pool_take(&edges);
   e->caller = caller;
   e->callee = callee;
   e->pending = callee->observed != NULL && callee->special
                ? &pending_count_none : callee->pending;
   e->from = from;
   if (from != NULL)
      e->to = contexts_called(from, callee->home);
   *edge_table_add(&all_edges, key) = e;
   return e;
}

static Edge *edge_in_context(const Frame *below, Routine *callee)
{
   Context *from = below != NULL && frame_is_recorded(below)
                   ? below->edge->to : &contexts_none;
   Edge **recent = &from->recent[callee->id % CONTEXTS_RECENT_EDGES];

   if (*recent == NULL || (*recent)->callee != callee)
      *recent = find_edge(from, from->length > 0 ? from->chain[0] : NULL,
                          callee);
   return *recent;
}

Edge *record_find_edge(const Frame *below, Routine *callee)
{
   Routine *caller;
   Edge *e;

   if (tool_options.contexts > 0)
      return edge_in_context(below, callee);
   caller = below->routine;
   e = record_edge_at_hand(caller, callee);
   if (e == NULL)
      e = *record_recent_edge(caller, callee) = find_edge(NULL, caller, callee);
   return callee->last_edge = e;
}

Edge *record_edge_between(Routine *caller, Routine *callee)
{
   return find_edge(NULL, caller, callee);
}

/* If each thread has its own tables, then e->recent is not used: its entry
   might be another thread's. */
prof_entry *record_find_entry(Edge *e, UInt os_thread, ULong size)
{
   prof_entry *u = prof_entry_of(closed_of(e->callee, e, os_thread), size);
   EntryRef ref = record_ref_to(u);

   if (!tool_options.separate_threads && record_entry_at(ref) == u)
      e->recent[size % RECORD_RECENT_SIZES] = ref;
   return u;
}

/* Edges have entries at hand, some of which will be gone. */
static void forget_singles(Edge *e)
{
   for (UInt i = 0; i < RECORD_RECENT_SIZES; i++)
      if (prof_is_single(record_entry_at(e->recent[i])))
         e->recent[i] = 0;
   e->last = e->last_extra = 0;
}

void record_pack(void)
{
   SizeT i = 0;
   Edge **e;

   if (LIKELY(!prof_should_pack()))
      return;
   while ((e = edge_table_next(&all_edges, &i)) != NULL)
      forget_singles(*e);
   prof_pack();
}

/* Is it the edge that its large reads belong to? */
static Bool owns_large_reads(const Edge *e)
{
   return e->from == NULL && e->callee->home == e->callee
          && (e->caller == NULL || e->caller->home == e->caller);
}

static LargeReads *large_reads_in(Edge *e)
{
   if (e->large == NULL)
      e->large = VG_(calloc)("aprof.record.large", 1, sizeof *e->large);
   return e->large;
}

/* All edges between one caller and callee share them: the edges of all contexts
   and of all inlined calls.  They belong to the edge between the homes, without
   a context. */
LargeReads *record_large_between(Routine *caller, Routine *callee)
{
   return large_reads_in(find_edge(NULL, caller->home, callee->home));
}

const LargeReads *record_large_reads(const Routine *caller,
                                     const Routine *callee)
{
   Edge **place = edge_table_find(
      &all_edges, (EdgeKey){ NULL, caller->home, callee->home });

   return place == NULL ? NULL : (*place)->large;
}

LargeReads *record_large_of(Edge *e)
{
   return owns_large_reads(e) || e->caller == NULL
          ? large_reads_in(e) : record_large_between(e->caller, e->callee);
}

static ULong difference(ULong a, ULong b)
{
   return a < b ? b - a : a - b;
}

static ULong least(ULong a, ULong b)
{
   return a < b ? a : b;
}

void record_large_read(Edge *e, ULong size)
{
   LargeReads *l = e->large;

   if (l == NULL)
      l = e->large = record_large_of(e);
   l->rising += l->calls > 0 && size > l->last;
   l->falling += size < l->last;
   if (l->calls > 1)
      l->changes += least(difference(size, l->last),
                          difference(size, l->before_last));
   l->moment += (prof_sum)l->calls * size;
   course_add(&l->course, l->calls, size);
   l->calls++;
   l->cells += size;
   l->before_last = l->last;
   l->last = size;
}

void record_nested(Edge *e, prof_extra *x, ULong cost, ULong size)
{
   e->nested += cost;
   x->nested += cost;
   if (size >= RECORD_LARGE)
      record_large_read(e, size);
}

void record_rest(Edge *e, prof_entry *u, ULong size, UInt below, ULong cost,
                 ULong self)
{
   if (below > 0)
      e->nested += cost;
   if (size >= RECORD_LARGE)
      record_large_read(e, size);
   prof_record_rest(u, cost, self, below);
}

void record_cleared(Routine *caller, Routine *callee, ULong bytes)
{
   record_large_between(caller, callee)->cleared += bytes;
}

void record_file_read(const Control *c, ULong bytes, ULong again, ULong since)
{
   static ULong event;

   /* From the outermost activation of a routine on: it is the first that counts
      what was read again. */
   event++;
   for (UInt i = c->packed; i < control_depth(c); i++) {
      const Frame *f = &c->frames[i];
      Routine *r = f->routine == NULL ? NULL : f->routine->home;
      if (r == NULL || !frame_is_recorded(f) || r->files.event == event)
         continue;
      r->files.event = event;
      r->files.bytes += bytes;
      if (f->cost < since)
         r->files.again += again;
   }
}

void record_activation(const Activation *a)
{
   if (UNLIKELY(options_is_without(PART_RECORDING)))
      return;
   Edge *e = a->edge;
   prof_record(closed_of(a->routine, e, a->os_thread), &a->sizes, a->cost,
               a->self, a->outermost);
   if (e != NULL)
      record_edge_add(e, !a->outermost, a->cost, a->sizes.trms);
}

void record_open(const Activation *a)
{
   Edge *e = a->edge;
   SizeTable *t = table_of(a->routine, e, a->os_thread);

   if (t->open == NULL)
      t->open = prof_new();
   prof_record(t->open, &a->sizes, a->cost, a->self, a->outermost);
   if (e == NULL)
      return;
   if (e->open == NULL)
      e->open = VG_(calloc)("aprof.record.open", 1, sizeof *e->open);
   e->open->calls++;
   e->open->cost += a->cost;
   if (a->outermost)
      e->open->outermost += a->cost;
}

static void free_open(SizeTables *t)
{
   for (UInt i = 0; i < t->count; i++)
      if (t->list[i].open != NULL) {
         prof_free(t->list[i].open);
         t->list[i].open = NULL;
      }
}

static void free_open_of(Context *c, void *unused)
{
   (void)unused;
   free_open(&c->tables);
}

void record_forget_open(void)
{
   for (UInt id = 0; id < routines_count(); id++) {
      Routine *r = routines_get(id);
      if (tool_options.contexts > 0)
         free_tables(&r->tables);
      else
         free_open(&r->tables);
   }
   contexts_each(free_open_of, NULL);
   size_t i = 0;
   for (Edge **e; (e = edge_table_next(&all_edges, &i)) != NULL; ) {
      VG_(free)((*e)->open);
      (*e)->open = NULL;
   }
}

static void sum_context(Context *c, void *unused)
{
   (void)unused;
   for (UInt i = 0; i < c->tables.count; i++) {
      const SizeTable *from = &c->tables.list[i];
      SizeTable *into = table_in(&c->chain[0]->tables, from->thread);
      prof_add(into->closed, from->closed);
      if (from->open == NULL)
         continue;
      if (into->open == NULL)
         into->open = prof_new();
      prof_add(into->open, from->open);
   }
}

void record_sum_contexts(void)
{
   contexts_each(sum_context, NULL);
}

static void free_tables_of(Context *c, void *unused)
{
   (void)unused;
   free_tables(&c->tables);
}

static void empty_edges(void)
{
   size_t i = 0;

   for (Edge **place; (place = edge_table_next(&all_edges, &i)) != NULL; ) {
      Edge *e = *place;
      VG_(memset)(e->recent, 0, sizeof e->recent);
      e->calls = e->cost = e->cost_high = 0;
      e->nested = 0;
      if (owns_large_reads(e))
         VG_(free)(e->large);
      e->large = NULL;
   }
}

static void free_edges(void)
{
   size_t i = 0;

   for (Edge **e; (e = edge_table_next(&all_edges, &i)) != NULL; ) {
      if (owns_large_reads(*e))
         VG_(free)((*e)->large);
      pool_give(&edges, *e);
   }
   edge_table_free(&all_edges);
}

void record_forget_all(void)
{
   for (UInt id = 0; id < routines_count(); id++) {
      Routine *r = routines_get(id);
      free_tables(&r->tables);
      r->all = NULL;
      r->last_edge = NULL;
      r->files.bytes = r->files.again = 0;
      r->system_calls = r->waiting_calls = 0;
      r->allocations = (Allocations){ 0 };
      if (r->observed != NULL)
         observed_arguments_forget(r->observed);
   }
   if (tool_options.contexts > 0) {
      contexts_each(free_tables_of, NULL);
      contexts_forget();
      free_edges();
   } else
      empty_edges();
}

static ULong activations_in(const SizeTables *t)
{
   ULong n = 0;

   for (UInt i = 0; i < t->count; i++) {
      n += prof_calls(t->list[i].closed);
      if (t->list[i].open != NULL)
         n += prof_calls(t->list[i].open);
   }
   return n;
}

static void add_activations(Context *c, void *sum)
{
   *(ULong *)sum += activations_in(&c->tables);
}

ULong record_activations(void)
{
   ULong n = 0;

   if (tool_options.contexts > 0)
      contexts_each(add_activations, &n);
   else
      for (UInt id = 0; id < routines_count(); id++)
         n += activations_in(&routines_get(id)->tables);
   return n;
}

UInt record_edge_count(void)
{
   return all_edges.count;
}

Edge **record_edges(void)
{
   Edge **list = VG_(malloc)("aprof.record.list",
                             (all_edges.count + 1) * sizeof *list);
   UInt n = 0;
   size_t i = 0;

   for (Edge **e; (e = edge_table_next(&all_edges, &i)) != NULL; )
      list[n++] = *e;
   return list;
}
