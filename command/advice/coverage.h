/* Coverage: for which part of a program's cost the growth is known, and what
   would make more of it known.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_COVERAGE_H
#define APROF_ADVICE_COVERAGE_H

#include "assess/order.h"

/* Parts of the program's cost, by the verdict of the routine whose own work it
   is; work of the C library without a verdict is its caller's.  They add up to
   1, or all are 0. */
typedef struct {
   double judged;                     /* with VERDICT_LIKELY or more: a class,
                                         or whether it is worse than n log n */
   double undecided;                  /* with less */
   double few;                        /* no class, because there are too few
                                         sizes, or all are near each other */
} coverage;

/* The part of the cost of which the growth must be known, so that a report
   without suspects is good news. */
#define COVERAGE_MOST 0.5

coverage coverage_find(const order_ranking *ranking);

/* Return "known for 90.5 % of the cost; ..."; NULL: there is no cost.  The
   caller frees it. */
char *coverage_describe(const coverage *c);

/* Return whether a routine has no class for want of sizes. */
bool coverage_wants_sizes(const assessment *a);

/* Return whether a routine has enough sizes and is not judged all the same. */
bool coverage_is_undecided(const assessment *a);

/* Return the routine on which the growth of the program depends, if it wants
   sizes and has half of the cost; NULL: there is none. */
assessment *coverage_unknown(const order_ranking *ranking);

/* Return whether that of most of the program is not known for want of sizes, in one
   run, and no routine has half of the cost: then more runs show how they grow as a
   whole. */
bool coverage_is_of_run(const order_ranking *ranking, const coverage *c);

/* Return another routine that wants sizes, does a fifth of the program's work or
   more by itself, and seems to have loops within loops over its input, which that one
   does not: on more data it may cost more than that one.  NULL: there is none. */
const assessment *coverage_other(const order_ranking *ranking,
                                 const assessment *unknown);

/* Return what to do to learn how that routine grows: sentences for people,
   which the caller frees.  name: of the routine, for people; told: its loops are
   told elsewhere; other: a sentence on another routine, or "". */
char *coverage_advice(assessment *unknown, const char *name, bool told,
                      const char *other);

/* Return that sentence; the caller frees it. */
char *coverage_describe_other(const assessment *other, const char *name);

#endif
