/* Returned activations -> the tables of their routine, and call edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_RECORD_H
#define AP_RECORD_H

#include "ap_contexts.h"
#include "ap_control.h"

/* One caller and callee pair; with --contexts, one of a caller in its context
   and a callee, and those of roots, too, whose caller is NULL.  Nested:
   activations that had another one of the callee pending below them; the
   others, nearly all, are outermost. */
struct _ApEdge {
   /* What each call and return touches: a cache line. */
   ApRoutine *caller, *callee;
   ApPending *pending;        /* the callee's */
   prof_entry *last;          /* what was recorded in last, or NULL */
   void *last_extra;          /* what it had beside itself then: only to fetch */
   ULong calls;
   prof_sum cost;

   prof_sum nested;
   ApContext *from, *to;      /* with --contexts, else NULL */
   /* Of pending activations, only while a profile is written. */
   prof_sum open_cost;
   ULong open_outermost;      /* of each thread of control once at most */
   ULong open_calls;
};

typedef struct {
   ApRoutine *routine;
   ApEdge *edge;             /* ap_edge_to */
   UInt os_thread;
   Bool outermost;
   ULong cost, self;
   trms_sizes sizes;
} ApActivation;

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

/* The same as ap_record where rms, ext and trms are all equal and nothing was
   induced, for a routine that is not a root; `u` is the size's. */
static inline void ap_record_plain(ApEdge *e, prof_entry *u, Bool outermost,
                                   ULong cost, ULong self)
{
   e->last_extra = u->extra;
   e->calls++;
   e->cost += cost;
   if (UNLIKELY(!outermost))
      e->nested += cost;
   prof_record_in(u, cost, self, outermost);
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
