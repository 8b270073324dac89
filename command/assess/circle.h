/* Recursions: routines that call each other, or themselves.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_CIRCLE_H
#define APROF_ASSESS_CIRCLE_H

#include "profile/model.h"

#include <stddef.h>

/* The recursions of a model. */
typedef struct {
   size_t *of;                        /* for each routine: the number of the
                                         recursion that it is a part of, from 1
                                         on; 0: it is in none */
   size_t count;                      /* of recursions */
} circle_numbers;

/* Number the recursions.  Two routines are in one recursion if each calls the
   other, through any number of others, and all of these were below themselves.
   The caller frees `of`. */
circle_numbers circle_number_all(const model *m);

/* The calls of a recursion, in all its routines. */
typedef struct {
   double inner;                      /* by its own routines */
   double outer;                      /* by others: it is one loop over their
                                         input... */
   double large;                      /* ... those of them with a large input,
                                         that is, a record in x-sum-reads */
   double cells;                      /* their input; a small one counts as the
                                         largest that has no record */
   double inner_cells;                /* in x-sum-reads of the inner calls */
   double inner_cost, outer_cost;     /* callees included: a call counts in all
                                         calls that it is below */
   double dearest;                    /* cost of an outer call, in the mean of
                                         those of the caller that has the
                                         dearest */
   double least_times;                /* how often the inner calls of one of its
                                         routines read each cell of the calls of
                                         it that are below no other: the least
                                         of those with most inner cells */
} circle_calls;

/* Return the calls of each recursion, by its number.  The caller frees the
   list. */
circle_calls *circle_calls_all(const model *m, const circle_numbers *numbers);

/* Return how many calls by others have the cost, if each is as dear as the
   dearest: an interpreter runs its script in one call, and has many small ones
   beside it. */
double circle_dear_calls(const circle_calls *c);

/* Return how many calls of a recursion are below each other, in the mean. */
double circle_depth(const circle_calls *c);

/* Return how often a recursion reads each cell of its input, at the least,
   beside what a call reads because it has other calls below it: about once in a
   tree.  Routines through which a program calls all others, such as one that goes
   through a list, join recursions of their own to one; what these read may have
   been made in it, and is no part of its input. */
double circle_times(const circle_calls *c);

#endif
