/* Calling contexts, by --contexts=N: a routine and its last N callers.

   Consecutive repeats count once: what a routine's own recursion calls has the
   context of the outermost activation, and so have the recursive ones.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_CONTEXTS_H
#define AP_CONTEXTS_H

#include "symbols/routines.h"

enum { AP_RECENT_EDGES = 8 };

typedef struct _ApContext {
   /* Edges from here that were used last, by the callee's id. */
   ApEdge *recent[AP_RECENT_EDGES];
   UInt id;                     /* 1, 2, ... in order of creation */
   UInt length;
   ApRoutine **chain;           /* the routine itself, then its callers */
   ApTables tables;
   prof *all;                   /* of all threads, if they are folded */
   UInt number;                 /* in the profile being written */
} ApContext;

/* The caller of what has none that is recorded: an empty chain. */
extern ApContext ap_no_context;

/* The context of what a routine in context `caller` calls; made where there
   was none. */
ApContext *ap_context_called(ApContext *caller, ApRoutine *callee);

/* Calls `f` for each context. */
void ap_for_each_context(void (*f)(ApContext *c, void *opaque), void *opaque);
UInt ap_context_count(void);

/* All contexts go; their tables are empty. */
void ap_forget_contexts(void);

#endif
