/* Which routines are the cause of what has changed.

   A routine's costs are its self costs and those of its edges.  So what is left
   of its excess, when what callees that carry a change have in excess is taken
   off, is its own: its self costs, how often it calls others, and what with.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CAUSES_H
#define APROF_CAUSES_H

#include "compare/call_deltas.h"
#include "compare/changes.h"
#include "compare/compare.h"

/* A pair while it is being judged. */
typedef struct {
   change change;
   comparison costs;
   double excess;                     /* what its change costs, with callees,
                                         of all activations: in a recursion as
                                         often as it is deep */
   double outer;                      /* likewise, of the outermost ones */
   double own;                        /* the part that they don't explain */
   bool carrier;                      /* it has changed, or it calls one that
                                         has and costs other than before */
   bool cause, tainted;
} candidate;

typedef struct {
   const matching *matching;
   candidate *candidates;             /* one for each pair */
   flow_list flows;
   double threshold;
   double total;                      /* the cost of the old program */
} finder;

/* Has its class, exponent or constant changed? */
bool causes_is_changed(const candidate *c);

/* Was the code of a routine of one side in both profiles, used or not? */
bool causes_is_old_code(const finder *f, size_t pair, int side);

/* Sets `own` and `cause` of those that have changed, and `explained` of those
   that are new or gone. */
void causes_find(finder *f);

#endif
