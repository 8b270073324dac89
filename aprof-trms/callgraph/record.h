/* Returned activations -> the tables of their routine, and call edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef RECORD_H
#define RECORD_H

#include "callgraph/contexts.h"
#include "callgraph/control.h"

/* Where an entry is, in half a pointer: so many of them from one that all edges
   share, and whose size no activation has.  0 is that one. */
typedef Int EntryRef;

enum { RECORD_RECENT_SIZES = 4 };

/* One caller and callee pair; with --contexts, one of a caller in its context
   and a callee, and those of roots, too, whose caller is NULL.  Nested:
   activations that had another one of the callee pending below them; the
   others, nearly all, are outermost. */
struct _Edge {
   /* What each call and return touches: a cache line. */
   Routine *caller, *callee;
   PendingCount *pending;        /* the callee's */
   ULong calls;
   ULong cost;                /* record_edge_cost's low half */
   /* What was recorded in last, for sizes that leave the same remainder: a
      routine has a few sizes by turns. */
   EntryRef recent[RECORD_RECENT_SIZES];
   /* And at all, and what that had beside itself: only to fetch. */
   EntryRef last, last_extra;

   prof_sum nested;
   Context *from, *to;      /* with --contexts, else NULL */
   UInt cost_high;
   /* Of pending activations, only while a profile is written. */
   UInt open_calls;
   ULong open_outermost;      /* of each thread of control once at most */
   prof_sum open_cost;
};

typedef struct {
   Routine *routine;
   Edge *edge;             /* shadow_stack_edge_to */
   UInt os_thread;
   Bool outermost;
   ULong cost, self;
   trms_sizes sizes;
} Activation;

/* Adds one activation to the table of its routine, or of its context, and to
   its edge. */
void record_activation(const Activation *a);

/* The edge from an activation to a callee; made where there was none.  With
   --contexts `below` may be NULL, the callee being a root. */
Edge *record_find_edge(const Frame *below, Routine *callee);

/* Without --contexts: the edge between two routines, for a call that may come. */
Edge *record_edge_between(Routine *caller, Routine *callee);

/* With --contexts there is no last edge, and all are found by record_find_edge. */
static inline Edge *record_edge_of(const Frame *below, Routine *callee)
{
   Edge *e = callee->last_edge;

   return LIKELY(e != NULL && e->caller == below->routine)
          ? e : record_find_edge(below, callee);
}

/* What an activation of this size is recorded in. */
prof_entry *record_find_entry(Edge *e, UInt os_thread, ULong size);

extern prof_entry *record_no_entry;

static inline prof_entry *record_entry_at(EntryRef ref)
{
   return record_no_entry + ref;
}

/* Only for record_entry_at where nothing lies further away than Valgrind's own
   memory is large, and to fetch.  What entries have beside themselves is in cache
   lines, too. */
static inline EntryRef record_ref_to(const void *line)
{
   return (const prof_entry *)line - record_no_entry;
}

/* Where that is which an activation of this size is likely recorded in: if it is
   of another size, nothing is known. */
static inline EntryRef record_recent_entry(const Edge *e, ULong size)
{
   return e->recent[size % RECORD_RECENT_SIZES];
}

/* An activation by way of an edge; `below` it so many of the same routine are
   pending. */
static inline void record_edge_add(Edge *e, UInt below, ULong cost)
{
   e->calls++;
   if (UNLIKELY(__builtin_add_overflow(e->cost, cost, &e->cost)))
      e->cost_high++;
   if (UNLIKELY(below > 0))
      e->nested += cost;
}

static inline prof_sum record_edge_cost(const Edge *e)
{
   return ((prof_sum)e->cost_high << 64) + e->cost;
}

/* The same as record_activation where rms, ext and trms are all equal and nothing was
   induced, for a routine that is not a root; `u` is the size's, and `ref` where
   it is. */
static inline void record_not_induced(Edge *e, prof_entry *u, EntryRef ref,
                                   UInt below, ULong cost, ULong self)
{
   e->last = ref;
   e->last_extra = record_ref_to(u->extra);
   record_edge_add(e, below, cost);
   prof_record_in(u, cost, self, below);
}

/* The same where rms, ext and trms are equal, and something was induced. */
static inline void record_induced(Edge *e, prof_entry *u, UInt below,
                                     ULong cost, ULong self,
                                     const trms_sizes *sizes)
{
   record_edge_add(e, below, cost);
   prof_record_induced(u, cost, self, below, sizes->external, sizes->thread);
}

/* While a profile is written: as if it returned now.  record_forget_open undoes
   all of them. */
void record_open(const Activation *a);
void record_forget_open(void);

/* With --contexts, while a profile is written: the tables of the routines,
   added up from those of their contexts.  record_forget_open undoes it. */
void record_sum_contexts(void);

/* Everything recorded so far goes: a forked child begins anew.  Edges stay, for
   the sake of instrumented code; but with --contexts. */
void record_forget_all(void);

/* How many are recorded, open ones included. */
ULong record_activations(void);

UInt record_edge_count(void);
/* All edges, in no order; the array is the caller's to free. */
Edge **record_edges(void);

#endif
