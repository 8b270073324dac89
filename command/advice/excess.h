/* Excess: what merged runs cost beyond a cost in proportion to their input, and
   in which routines it is.  The points of a routine do not show it if the
   routine is called more often in larger runs, or reads the same few cells each
   time; the runs as a whole do.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_EXCESS_H
#define APROF_ADVICE_EXCESS_H

#include "profile/model.h"

/* Routines that are named, at most. */
enum { EXCESS_MOST = 3 };
/* Costs of runs that are told, at most. */
enum { EXCESS_COSTS = 8 };

typedef enum {
   EXCESS_EXTERNAL, EXCESS_TOTAL, EXCESS_ROUTINE, EXCESS_ARGUMENT,
   EXCESS_SAME                        /* it is the same in all runs, which a
                                         number in it tells how much to do */
} excess_kind;

/* Means of a run, of the cheapest runs and of the costliest ones. */
typedef struct { double least, most; } excess_range;

typedef struct {
   size_t routine;
   size_t caller;                     /* with most of its cost; or SIZE_MAX.  Of
                                         the C library: the routine of the
                                         program that has its calls below it */
   bool below;                        /* it does not call it itself */
   double part;                       /* of the excess, by its own cost */
   excess_range calls, self;
} excess_part;

typedef struct {
   bool found;
   excess_kind kind;                  /* what the input is measured by */
   size_t routine;                    /* of EXCESS_ROUTINE: each run calls it
                                         once */
   size_t argument;                   /* of EXCESS_ARGUMENT: its place, in all
                                         runs */
   excess_range input, cost;
   double at_first, in_the_end;       /* cost of a further cell, or unit of a
                                         number; not of EXCESS_SAME */
   double costs[EXCESS_COSTS];        /* of EXCESS_SAME: of each group */
   size_t cost_count;                 /* 0: there are more groups */
   double part;                       /* of the cost of the costliest runs */
   excess_part parts[EXCESS_MOST];    /* the greatest first */
   size_t count;
} excess;

/* Look for it: the cost must grow ever faster with the input, from runs to
   costlier ones, over four groups of runs at the least, by whatever the input
   is measured; or the runs have the same input, and one costs far more. */
excess excess_find(const model *m);

/* Return sentences for people, which the caller frees: of all, and of one
   part.  name: returns the name of a routine, which is freed here; `data` is
   passed to it. */
char *excess_describe(const model *m, const excess *e,
                      char *(*name)(size_t routine, void *data), void *data);
/* Return "argument 2, a number,", or "the number of the option --size", of a number
   among the arguments, for a sentence; the caller frees it. */
char *excess_argument_words(const model *m, size_t i);
char *excess_describe_part(const model *m, const excess_part *p,
                           char *(*name)(size_t routine, void *data),
                           void *data);

#endif
