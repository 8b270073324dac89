/* Which routines are the cause of what has changed.

   A routine's costs are its self costs and those of its edges.  So what is left
   of its excess, after the excess of the callees that carry a change is taken
   off, is its own: its self cost, how often it calls other routines, and with
   which inputs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_CAUSES_H
#define APROF_COMPARE_CAUSES_H

#include "compare/call_deltas.h"
#include "compare/change.h"
#include "compare/compare.h"

/* A pair of routines that may have changed. */
typedef struct {
   change change;
   comparison costs;
   double excess;                     /* cost of the change, callees included,
                                         of all activations: in a recursion as
                                         often as it is deep */
   double outer;                      /* likewise, of the outermost
                                         activations */
   double own;                        /* part that the callees do not explain */
   bool carrier;                      /* it has changed, or it calls a routine
                                         that has and its cost differs */
   bool cause;                        /* it is the cause of its change */
   bool tainted;                      /* there is a cause below it */
   bool stands_alone;                 /* new or gone, and not only because its
                                         callers have changed */
} change_candidate;

/* The search for changes. */
typedef struct {
   const matching *matching;
   change_candidate *candidates;      /* of each pair */
   call_deltas deltas;
   double threshold;                  /* relative; smaller differences are
                                         none */
   double total;                      /* cost of the old program */
} change_search;

/* Return whether a class, an exponent or a constant has changed. */
bool causes_is_changed(const change_candidate *c);

/* Return for each pair whether a routine that calls it, directly or not, is one of
   those that `starts` names.  The caller frees the array. */
bool *causes_below(const change_search *s,
                   bool (*starts)(const change_search *, size_t pair));

/* Return whether the code of a routine of one side was in both profiles' files,
   used or not.  That of a library which is a part of the program, as in Go, C++
   and Rust, is taken to have been there. */
bool causes_is_old_code(const change_search *s, size_t pair, int side);

/* Set `own` and `cause` of changed candidates, and
   `change.explained` of new and gone ones. */
void causes_find(change_search *s);

#endif
