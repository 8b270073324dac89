/* The calls between routines in two profiles, and their costs: the edges of
   both profiles, between the pairs of a matching.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_CALL_DELTAS_H
#define APROF_COMPARE_CALL_DELTAS_H

#include "compare/match.h"

typedef struct {
   size_t caller, callee;             /* indices of pairs */
   double calls[MATCH_SIDES], costs[MATCH_SIDES];
} call_delta;

typedef struct {
   call_delta *list;                  /* by caller, then callee */
   size_t count;
} call_deltas;

/* Find the calls of both sides; the caller frees deltas->list.  Edges of
   routines that the matching leaves out are left out as well. */
void call_deltas_find(call_deltas *deltas, const matching *m);

/* Find the calls of one caller: [*first, *past) of the list. */
void call_deltas_of_caller(const call_deltas *deltas, size_t caller,
                           size_t *first, size_t *past);

#endif
