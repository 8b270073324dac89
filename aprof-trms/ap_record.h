/* Returned activations -> the tables of their routine, and call edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_RECORD_H
#define AP_RECORD_H

#include "ap_routines.h"

/* One caller and callee pair.  Nested: activations that had another one of the
   callee pending below them; the others, nearly all, are outermost. */
typedef struct _ApEdge {
   struct _ApEdge *chain;
   ApRoutine *caller, *callee;
   ULong calls;
   prof_sum cost, nested;
   /* Of pending activations, only while a profile is written. */
   ULong open_calls;
   prof_sum open_cost, open_nested;
} ApEdge;

typedef struct {
   ApRoutine *routine;
   ApRoutine *caller;        /* NULL for a root */
   UInt os_thread;
   Bool outermost;
   ULong cost, self;
   trms_sizes sizes;
} ApActivation;

void ap_record(const ApActivation *a);

/* The same where rms, ext and trms are all `size` and nothing was induced, for
   a routine that is not a root. */
void ap_record_equal(ApRoutine *r, ApRoutine *caller, UInt os_thread,
                     Bool outermost, ULong size, ULong cost, ULong self);

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
