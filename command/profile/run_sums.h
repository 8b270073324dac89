/* What the calls of an edge have read in runs of each size: the records
   x-sum-runs of merged profiles (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_RUN_SUMS_H
#define APROF_PROFILE_RUN_SUMS_H

#include "profile/model.h"

/* The sums of a record, whose key has RUN_SUMS_KEY and the group of the run. */
enum { RUN_SUMS_RUNS, RUN_SUMS_CALLS, RUN_SUMS_CELLS, RUN_SUMS };
#define RUN_SUMS_KEY "x-sum-runs\t3"

/* Add these records to a profile of one run, which is about to be merged: the
   sums of the runs together do not tell from which of them each part is. */
void run_sums_add(model *m);

/* Remove them from a profile of one run, of which they say nothing new. */
void run_sums_remove(model *m);

#endif
