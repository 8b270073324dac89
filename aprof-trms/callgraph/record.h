/* Returned activations -> the tables of their routine, and call edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_RECORD_H
#define AP_RECORD_H

#include "callgraph/contexts.h"
#include "callgraph/control.h"

/* Where an entry is, in half a pointer: so many of them from one that all edges
   share, and whose size no activation has.  0 is that one. */
typedef Int ApEntryRef;

enum { AP_RECENT_SIZES = 4 };

/* One caller and callee pair; with --contexts, one of a caller in its context
   and a callee, and those of roots, too, whose caller is NULL.  Nested:
   activations that had another one of the callee pending below them; the
   others, nearly all, are outermost. */
struct _ApEdge {
   /* What each call and return touches: a cache line. */
   ApRoutine *caller, *callee;
   ApPending *pending;        /* the callee's */
   ULong calls;
   ULong cost;                /* ap_edge_cost's low half */
   /* What was recorded in last, for sizes that leave the same remainder: a
      routine has a few sizes by turns. */
   ApEntryRef recent[AP_RECENT_SIZES];
   /* And at all, and what that had beside itself: only to fetch. */
   ApEntryRef last, last_extra;

   prof_sum nested;
   ApContext *from, *to;      /* with --contexts, else NULL */
   UInt cost_high;
   /* Of pending activations, only while a profile is written. */
   UInt open_calls;
   ULong open_outermost;      /* of each thread of control once at most */
   prof_sum open_cost;
};

typedef struct {
   ApRoutine *routine;
   ApEdge *edge;             /* ap_edge_to */
   UInt os_thread;
   Bool outermost;
   ULong cost, self;
   trms_sizes sizes;
} ApActivation;

/* Adds one activation to the table of its routine, or of its context, and to
   its edge. */
void ap_record(const ApActivation *a);

/* The edge from an activation to a callee; made where there was none.  With
   --contexts `below` may be NULL, the callee being a root. */
ApEdge *ap_find_edge(const ApFrame *below, ApRoutine *callee);

/* Without --contexts: the edge between two routines, for a call that may come. */
ApEdge *ap_edge_between(ApRoutine *caller, ApRoutine *callee);

/* With --contexts there is no last edge, and all are found by ap_find_edge. */
static inline ApEdge *ap_edge_of(const ApFrame *below, ApRoutine *callee)
{
   ApEdge *e = callee->last_edge;

   return LIKELY(e != NULL && e->caller == below->routine)
          ? e : ap_find_edge(below, callee);
}

/* What an activation of this size is recorded in. */
prof_entry *ap_find_entry(ApEdge *e, UInt os_thread, ULong size);

extern prof_entry *ap_no_entry;

static inline prof_entry *ap_entry_at(ApEntryRef ref)
{
   return ap_no_entry + ref;
}

/* Only for ap_entry_at where nothing lies further away than Valgrind's own
   memory is large, and to fetch.  What entries have beside themselves is in cache
   lines, too. */
static inline ApEntryRef ap_ref_to(const void *line)
{
   return (const prof_entry *)line - ap_no_entry;
}

/* Where that is which an activation of this size is likely recorded in: if it is
   of another size, nothing is known. */
static inline ApEntryRef ap_recent_entry(const ApEdge *e, ULong size)
{
   return e->recent[size % AP_RECENT_SIZES];
}

/* An activation by way of an edge; `below` it so many of the same routine are
   pending. */
static inline void ap_count_in(ApEdge *e, UInt below, ULong cost)
{
   e->calls++;
   if (UNLIKELY(__builtin_add_overflow(e->cost, cost, &e->cost)))
      e->cost_high++;
   if (UNLIKELY(below > 0))
      e->nested += cost;
}

static inline prof_sum ap_edge_cost(const ApEdge *e)
{
   return ((prof_sum)e->cost_high << 64) + e->cost;
}

/* The same as ap_record where rms, ext and trms are all equal and nothing was
   induced, for a routine that is not a root; `u` is the size's, and `ref` where
   it is. */
static inline void ap_record_plain(ApEdge *e, prof_entry *u, ApEntryRef ref,
                                   UInt below, ULong cost, ULong self)
{
   e->last = ref;
   e->last_extra = ap_ref_to(u->extra);
   ap_count_in(e, below, cost);
   prof_record_in(u, cost, self, below);
}

/* The same where rms, ext and trms are equal, and something was induced. */
static inline void ap_record_induced(ApEdge *e, prof_entry *u, UInt below,
                                     ULong cost, ULong self,
                                     const trms_sizes *sizes)
{
   ap_count_in(e, below, cost);
   prof_record_induced(u, cost, self, below, sizes->external, sizes->thread);
}

/* While a profile is written: as if it returned now.  ap_forget_open undoes
   all of them. */
void ap_record_open(const ApActivation *a);
void ap_forget_open(void);

/* With --contexts, while a profile is written: the tables of the routines,
   added up from those of their contexts.  ap_forget_open undoes it. */
void ap_sum_contexts(void);

/* Everything recorded so far goes: a forked child begins anew.  Edges stay, for
   the sake of instrumented code; but with --contexts. */
void ap_forget_all_records(void);

/* How many are recorded, open ones included. */
ULong ap_activations(void);

UInt ap_edge_count(void);
/* All edges, in no order; the array is the caller's to free. */
ApEdge **ap_edges(void);

#endif
