/* Returned activations -> the tables of their routine, and call edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef RECORD_H
#define RECORD_H

#include "base/options.h"
#include "callgraph/contexts.h"
#include "callgraph/control.h"
#include "callgraph/course.h"
#include "engine/profile/prof.h"
#include "engine/profile/prof_tables.h"

/* The address of a prof_entry in half a pointer: the distance from
   record_no_entry, in units of 8 bytes, the largest by which a processor
   multiplies within an address.  0 is record_no_entry itself. */
typedef Int EntryRef;

enum { RECORD_RECENT_SIZES = 4 };

/* What activations of a callee with a large input have read in total.  If that
   is many times the input of the caller, and the inputs get larger or smaller
   from call to call, then the caller reads its input again and again: a routine
   that is linear by itself makes its caller quadratic.  Smaller inputs, which
   are the most frequent, do not matter for that, and are not counted. */
enum { RECORD_LARGE = 64 };      /* cells */
typedef struct {
   ULong calls;
   ULong cells;                  /* sum of trms */
   ULong rising, falling;        /* calls whose input was larger, or smaller,
                                    than that of the one before */
   prof_sum moment;              /* sum of trms, each times the number of calls
                                    before it */
   ULong changes;                /* sum of the differences from the input of
                                    the call before, or the one before that if
                                    it is nearer: calls may take turns */
   ULong last, before_last;      /* inputs of the latest calls */
   Course course;                /* of the inputs */
   ULong cleared;                /* bytes of the blocks that these calls, of
                                    calloc, have returned */
   ULong fills;                  /* of memory, in these calls (fills.h)... */
   ULong fill_cost;              /* ...what these have cost... */
   ULong filled, filled_same;    /* ...bytes of them, and of these the ones that
                                    had this value before */
} LargeReads;

typedef struct {
   UInt calls;
   ULong outermost;              /* cost of the outermost activations: at most
                                    one of each thread of control */
   prof_sum cost;
} OpenCalls;

/* A pair of caller and callee.  With --contexts: a pair of the caller's context
   and the callee, also for roots, whose caller is NULL.  An activation is
   nested if another activation of the callee is pending below it, else
   outermost.  Nearly all are outermost. */
struct _Edge {
   /* Each call and return accesses these fields: they are one cache line. */
   Routine *caller, *callee;
   PendingCount *pending;     /* of the callee, or pending_count_none: the
                                 callee was being observed */
   ULong calls;
   ULong cost;                /* low half of record_edge_cost */
   /* Entries of recent sizes, by size modulo the array's length.  The sizes of
      a routine often alternate between a few. */
   EntryRef recent[RECORD_RECENT_SIZES];
   /* The entry that was used last, and its `extra`, or the entry again where it
      has none: for prefetching only.  (A processor that fetches from an address
      where no memory is searches the page tables each time, and the next
      instructions wait.) */
   EntryRef last, last_extra;

   prof_sum nested;           /* cost of nested activations */
   Context *from, *to;        /* of caller and callee, with --contexts; else
                                 NULL */
   UInt cost_high;            /* high part of record_edge_cost */
   LargeReads *large;         /* of caller and callee; NULL: there are none */
   OpenCalls *open;           /* of pending activations, only while a profile is
                                 written; NULL: there are none */
};

/* `c` has read from a file.  It had read `again` of the bytes before, from
   `since` on (by its cost counter): count that for each routine with a pending
   activation, once; as read again if the activation had begun before.  Frames
   that are packed, far below the top, are left out. */
void record_file_read(const Control *c, ULong bytes, ULong again, ULong since);

/* An activation that has returned, or counts as returned. */
typedef struct {
   Routine *routine;
   Edge *edge;                /* shadow_stack_edge_to */
   UInt os_thread;
   Bool outermost;
   ULong cost, self;          /* inclusive; without callees */
   trms_sizes sizes;
} Activation;

/* Add an activation to the table of its routine, or of its context, and to its
   edge. */
void record_activation(const Activation *a);

/* Return the edge from an activation to a callee; make it if it does not exist.
   With --contexts `below` is NULL if the callee is a root. */
Edge *record_find_edge(const Frame *below, Routine *callee);

/* Return the edge between two routines, for a call that may happen later; make
   it if it does not exist.  Not with --contexts. */
Edge *record_edge_between(Routine *caller, Routine *callee);

/* Edges found lately, without contexts, by caller and callee.  Routines that
   jump to each other have a caller that is often another one, and the table of
   all edges takes two cache lines more.  An edge is never freed.  With
   --contexts there are none.  A place without an edge has one that is between
   no routines. */
enum { RECORD_RECENT_EDGES = 1024 };
extern Edge *record_recent_edges[RECORD_RECENT_EDGES];

static inline Edge **record_recent_edge(const Routine *caller,
                                        const Routine *callee)
{
   return &record_recent_edges[(caller->caller_hash + callee->id)
                               % RECORD_RECENT_EDGES];
}

/* Return the edge between two routines if it is at hand, else NULL. */
static inline Edge *record_edge_at_hand(const Routine *caller,
                                        const Routine *callee)
{
   Edge *e = *record_recent_edge(caller, callee);

   return e->caller == caller && e->callee == callee ? e : NULL;
}

/* The same as record_find_edge, with a cache: the callee's last edge.  (With
   --contexts it is always NULL.) */
static inline Edge *record_edge_of(const Frame *below, Routine *callee)
{
   Edge *e = callee->last_edge;

   return LIKELY(e != NULL && e->caller == below->routine)
          ? e : record_find_edge(below, callee);
}

/* Between two superblocks: pack what the tables need rarely, if it is due. */
void record_pack(void);

/* Return the entry for activations of this size, by way of edge `e`. */
prof_entry *record_find_entry(Edge *e, UInt os_thread, ULong size);

/* An entry that all edges share, with a size that no activation has; NULL until
   there is an edge. */
extern prof_entry *record_no_entry;

static inline prof_entry *record_entry_at(EntryRef ref)
{
   return (prof_entry *)((uint64_t *)record_no_entry + ref);
}

/* Return the reference of an entry, or of its `extra`, which is also aligned to
   cache lines.  An address too far away for an Int yields the reference of
   another address: use record_entry_at(ref) only for prefetching, or after
   comparing it with the entry. */
static inline EntryRef record_ref_to(const void *line)
{
   return (const uint64_t *)line - (const uint64_t *)record_no_entry;
}

/* Return the likely entry for this size.  If its size is another one, then the
   right entry is not known. */
static inline EntryRef record_recent_entry(const Edge *e, ULong size)
{
   return e->recent[size % RECORD_RECENT_SIZES];
}

/* Return the entry for this size if the table of the edge's callee has it at hand,
   or NULL.  (With --contexts no routine has `all`.) */
static inline prof_entry *record_entry_at_hand(const Edge *e, ULong size)
{
   const prof *all = e->callee->all;

   return LIKELY(all != NULL) ? prof_entry_at_hand(all, size) : NULL;
}

/* The same as record_recent_entry, for any size, but leave the edge alone. */
static inline prof_entry *record_known_entry(Edge *e, UInt os_thread,
                                             ULong size)
{
   prof_entry *u = record_entry_at_hand(e, size);

   return LIKELY(u != NULL) ? u : record_find_entry(e, os_thread, size);
}

/* The same where record_recent_entry has another size. */
static inline prof_entry *record_other_entry(Edge *e, UInt os_thread,
                                             ULong size)
{
   prof_entry *u = record_entry_at_hand(e, size);

   if (LIKELY(u != NULL)) {
      const EntryRef ref = record_ref_to(u);
      if (LIKELY(record_entry_at(ref) == u))
         e->recent[size % RECORD_RECENT_SIZES] = ref;
      return u;
   }
   return record_find_entry(e, os_thread, size);
}

void record_large_read(Edge *e, ULong size);

/* Return what all calls of a caller and a callee have read, or NULL. */
const LargeReads *record_large_reads(const Routine *caller,
                                     const Routine *callee);

/* Return the sums of all calls of an edge's caller and callee, or of these two, which
   are made if there are none. */
LargeReads *record_large_of(Edge *e);
LargeReads *record_large_between(Routine *caller, Routine *callee);

/* The callee, calloc or an allocator that calls it, returns a block of so many
   bytes. */
void record_cleared(Routine *caller, Routine *callee, ULong bytes);

static inline void record_edge_count_call(Edge *e, ULong cost)
{
   e->calls++;
   if (UNLIKELY(__builtin_add_overflow(e->cost, cost, &e->cost)))
      e->cost_high++;
}

/* Count an activation in its edge.  below: number of activations of the same
   routine that are pending below it (0: outermost); size: its trms. */
static inline void record_edge_add(Edge *e, UInt below, ULong cost, ULong size)
{
   if (UNLIKELY(size >= RECORD_LARGE))
      record_large_read(e, size);
   record_edge_count_call(e, cost);
   if (UNLIKELY(below > 0))
      e->nested += cost;
}

/* Return the cost of all activations of the edge that have returned. */
static inline prof_sum record_edge_cost(const Edge *e)
{
   return ((prof_sum)e->cost_high << 64) + e->cost;
}

/* The rest of record_not_induced for a nested activation. */
void record_nested(Edge *e, prof_extra *x, ULong cost, ULong size);
/* The rest of record_not_induced for an entry that has no `extra` yet. */
void record_rest(Edge *e, prof_entry *u, ULong size, UInt below, ULong cost,
                 ULong self);

/* An activation of the edge will be recorded in the entry with this reference:
   the next call may fetch it. */
static inline void record_used(Edge *e, EntryRef ref)
{
   e->last = e->last_extra = ref;
}

/* The same as record_activation for an activation with an edge, if nothing was
   induced in it: rms, ext and trms are equal.  `u` is the entry of its size,
   for which record_used was called; *size: the size, which the entry may have
   rounded; callees: the part of the cost that is its callees'.  Functions are
   called only at the end, so that few registers must be saved. */
static inline __attribute__((always_inline))
void record_not_induced(Edge *e, prof_entry *u, const uint64_t *size,
                        UInt below, ULong cost, ULong callees)
{
   prof_extra *x = u->extra;

   record_edge_count_call(e, cost);
   if (x != NULL) {
      e->last_extra = record_ref_to(x);
      prof_record_extra(u, x, cost, cost - callees);
      if (UNLIKELY(below > 0)) {
         record_nested(e, x, cost, *size);
         return;
      }
   } else if (LIKELY(prof_is_short(u, cost, callees, below)))
      prof_record_short(u, cost);
   else {
      record_rest(e, u, *size, below, cost, cost - callees);
      return;
   }
   if (UNLIKELY(*size >= RECORD_LARGE))
      record_large_read(e, *size);
}

/* The same if something was induced, but rms, ext and trms are equal. */
static inline void record_induced(Edge *e, prof_entry *u, UInt below,
                                  ULong cost, ULong self,
                                  const trms_sizes *sizes)
{
   record_edge_add(e, below, cost, sizes->trms);
   prof_record_induced(u, cost, self, below, sizes->external, sizes->thread);
}

/* While a profile is written: record a pending activation as if it returned
   now.  record_forget_open removes all that were recorded so. */
void record_open(const Activation *a);
void record_forget_open(void);

/* With --contexts, while a profile is written: fill the tables of the routines
   with the sums of their contexts' tables.  record_forget_open empties them
   again. */
void record_sum_contexts(void);

/* Forget everything that was recorded: a forked child begins with nothing.
   Edges stay, with counts of 0, since instrumented code has their addresses;
   with --contexts it has none, and they are freed. */
void record_forget_all(void);

/* Return the number of recorded activations, with the open ones. */
ULong record_activations(void);

UInt record_edge_count(void);
/* Return all edges, in no order.  The caller frees the array. */
Edge **record_edges(void);

#endif
