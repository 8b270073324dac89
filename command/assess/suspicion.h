/* How suspicious each routine is by itself, and whether that matters.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SUSPICION_H
#define APROF_ASSESS_SUSPICION_H

#include "assess/ranked.h"
#include "infer/describe.h"

/* Return the cost from which a routine gets a verdict for the ranking, in a
   program of that cost: a routine with a smaller part comes last in any
   case. */
double suspicion_least_cost(double program_cost);

/* Set of each routine `internal`, `suspicion`, `by_reread`, `probable`,
   `doubted`, `works_steeply`, `band`, `open`, `steepness` and `tenfold`;
   `cause`, `carrier` and `witness` to RANKED_NONE.  `reread` and `piece` must be
   set.  main is an internal here only if it is not suspicious. */
void suspicion_find(ranked *list, size_t count, double program_cost);

/* Set `weighty` after the attribution, and take the suspicion of routines that
   are not: they are ranked by their cost, whether or not there is a verdict on
   them. */
void suspicion_weigh(const model *m, ranked *list, size_t count,
                     double program_cost);

/* Set `shown` after `internal`. */
void suspicion_show(const model *m, ranked *list, size_t count,
                    double program_cost);

/* Return whether the row of a routine says that it grows faster than n log n:
   with such a class, and no other class beside it that is not. */
bool suspicion_looks_steep(const ranked *r);

/* Return whether a routine grows faster than n log n by its points, and these
   leave doubts of it. */
bool suspicion_is_doubted(assessment *a);

/* Write a class as the tables and the sentences have it, with the words that
   tell how sure it is.  Return a text, which may be the buffer. */
const char *suspicion_class(char buffer[DESCRIBE_CLASS_SIZE], const verdict *v,
                            bool doubted);

/* Write what a table says of a routine's growth: as suspicion_class, but that
   the input of allocators and collectors is not measured.  Return a text, which
   may be the buffer. */
const char *suspicion_phrase(char buffer[DESCRIBE_CLASS_SIZE],
                             const ranked *r);

#endif
