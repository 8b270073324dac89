/* Returned activations -> the tables of their routine, and call edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_RECORD_H
#define AP_RECORD_H

#include "ap_routines.h"

/* One caller and callee pair.  Nested: activations that had another one of the
   callee pending below them; the others, nearly all, are outermost. */
struct _ApEdge {
   /* What each call and return touches: a cache line. */
   ApRoutine *caller, *callee;
   prof_entry *last;          /* what was recorded in last, or NULL */
   ULong calls;
   prof_sum cost, nested;

   struct _ApEdge *chain;
   /* Of pending activations, only while a profile is written. */
   ULong open_calls;
   prof_sum open_cost, open_nested;
};

typedef struct {
   ApRoutine *routine;
   ApRoutine *caller;        /* NULL for a root */
   UInt os_thread;
   Bool outermost;
   ULong cost, self;
   trms_sizes sizes;
} ApActivation;

void ap_record(const ApActivation *a);

/* The edge from one routine to another; made where there was none. */
ApEdge *ap_find_edge(ApRoutine *caller, ApRoutine *callee);

static inline ApEdge *ap_edge_of(ApRoutine *caller, ApRoutine *callee)
{
   ApEdge *e = callee->last_edge;

   return LIKELY(e != NULL && e->caller == caller)
          ? e : ap_find_edge(caller, callee);
}

/* What an activation of this size is recorded in. */
prof_entry *ap_find_entry(ApEdge *e, UInt os_thread, ULong size);

/* The same as ap_record where rms, ext and trms are all `size` and nothing was
   induced, for a routine that is not a root. */
static inline void ap_record_equal(ApEdge *e, UInt os_thread, Bool outermost,
                                   ULong size, ULong cost, ULong self)
{
   prof_entry *u = e->last;

   if (UNLIKELY(u == NULL || u->size != size))
      u = ap_find_entry(e, os_thread, size);
   prof_record_in(u, cost, self, outermost);
   e->calls++;
   e->cost += cost;
   if (UNLIKELY(!outermost))
      e->nested += cost;
}

/* While a profile is written: as if it returned now.  ap_forget_open undoes
   all of them. */
void ap_record_open(const ApActivation *a);
void ap_forget_open(void);

/* Everything recorded so far goes: a forked child begins anew. */
void ap_forget_all_records(void);

ULong ap_activations(void);          /* recorded, open ones included */

UInt ap_edge_count(void);
/* All edges; the array is the caller's to free. */
ApEdge **ap_edges(void);

#endif
