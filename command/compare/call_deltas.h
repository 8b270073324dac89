/* Who calls whom in two profiles, and how much that costs: the edges of both,
   between the pairs of a matching.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FLOWS_H
#define APROF_FLOWS_H

#include "compare/match.h"

typedef struct {
   size_t caller, callee;             /* pairs */
   double calls[MATCH_SIDES], costs[MATCH_SIDES];
} flow;

typedef struct {
   flow *flows;                       /* by caller, then callee */
   size_t count;
} flow_list;

/* The caller frees list->flows.  Edges of routines that are left out of the
   matching are left out, too. */
void flows_of(flow_list *list, const matching *m);

/* The flows of a caller are [*first, *past). */
void flows_from(const flow_list *list, size_t caller, size_t *first,
                size_t *past);

#endif
