/* What the calls of an edge have read in runs of each size, and what the runs
   and their routines have cost: the records x-sum-runs, x-sum-run-costs,
   x-sum-run-work and x-sum-run-argument of merged profiles (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_RUN_SUMS_H
#define APROF_PROFILE_RUN_SUMS_H

#include "profile/model.h"

/* The sums of a record, whose key has RUN_SUMS_KEY and the group of the run. */
enum { RUN_SUMS_RUNS, RUN_SUMS_CALLS, RUN_SUMS_CELLS, RUN_SUMS };
#define RUN_SUMS_KEY "x-sum-runs\t3"
/* Of the runs as a whole. */
enum { RUN_COSTS_RUNS, RUN_COSTS_COST, RUN_COSTS_TRMS, RUN_COSTS_EXTERNAL,
       RUN_COSTS };
#define RUN_COSTS_KEY "x-sum-run-costs\t4"
/* Of a number among the first arguments of the runs; the key has its place, from
   1 to RUN_ARGUMENTS, as well. */
enum { RUN_ARGUMENTS = 256 };
enum { RUN_ARGUMENT_RUNS, RUN_ARGUMENT_NUMBER, RUN_ARGUMENT };
#define RUN_ARGUMENT_KEY "x-sum-run-argument\t2"
/* Of a routine. */
enum { RUN_WORK_RUNS, RUN_WORK_CALLS, RUN_WORK_CELLS, RUN_WORK_SELF, RUN_WORK };
#define RUN_WORK_KEY "x-sum-run-work\t4"

/* Return the number of the group of runs of a record with that key and so many
   sums, the first of which is the number of its runs; false: it is another
   record. */
bool run_sums_is_group(const model_optional *o, const char *key, size_t sums,
                       long *number);

/* Add these records to a profile of one run, which is about to be merged: the
   sums of the runs together do not tell from which of them each part is. */
void run_sums_add(model *m);

/* Remove them from a profile of one run, of which they say nothing new. */
void run_sums_remove(model *m);

#endif
