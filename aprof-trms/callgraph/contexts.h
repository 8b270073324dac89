/* Calling contexts, by --contexts=N: a routine and its last N callers.

   Consecutive repeats count once: what a routine's own recursion calls has the
   context of the outermost activation, and so have the recursive ones.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "symbols/routines.h"

enum { CONTEXTS_RECENT_EDGES = 8 };

typedef struct _Context {
   /* Edges from here that were used last, by the callee's id. */
   Edge *recent[CONTEXTS_RECENT_EDGES];
   UInt id;                     /* 1, 2, ... in order of creation */
   UInt length;
   Routine **chain;           /* the routine itself, then its callers */
   SizeTables tables;
   prof *all;                   /* of all threads, if they are folded */
   UInt number;                 /* in the profile being written */
} Context;

/* The caller of what has none that is recorded: an empty chain. */
extern Context contexts_none;

/* The context of what a routine in context `caller` calls; made where there
   was none. */
Context *contexts_called(Context *caller, Routine *callee);

/* Calls `f` for each context. */
void contexts_each(void (*f)(Context *c, void *opaque), void *opaque);
UInt contexts_count(void);

/* All contexts go; their tables are empty. */
void contexts_forget(void);

#endif
