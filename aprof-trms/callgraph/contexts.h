/* Calling contexts, by --contexts=N: a routine and its last N callers.

   Consecutive repetitions of a routine count once.  If a routine calls itself,
   then the inner activations have the context of the outer one, and so the
   routines that they call have the same contexts as those that the outer one
   calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "symbols/routines.h"

enum { CONTEXTS_RECENT_EDGES = 8 };

typedef struct _Context {
   /* Cache of edges that begin in this context, by the callee's id modulo its
      length. */
   Edge *recent[CONTEXTS_RECENT_EDGES];
   UInt id;                     /* 1, 2, ... in order of creation */
   UInt length;                 /* of the chain; 0: contexts_none */
   Routine **chain;             /* the routine itself, then its callers */
   SizeTables tables;
   prof *all;                   /* statistics of all threads, unless
                                   --separate-threads=yes */
   UInt number;                 /* in the profile that is being written */
} Context;

/* The context with an empty chain: the caller of an activation that has no
   recorded caller. */
extern Context contexts_none;

/* Return the context of `callee` when it is called in context `caller`; make it
   if it does not exist. */
Context *contexts_called(Context *caller, Routine *callee);

/* Call `f` for each context. */
void contexts_each(void (*f)(Context *c, void *opaque), void *opaque);
/* Return the number of contexts, without contexts_none. */
UInt contexts_count(void);

/* Free all contexts.  Their tables must be empty. */
void contexts_forget(void);

#endif
