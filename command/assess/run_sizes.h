/* Several runs on inputs of several sizes: whether a routine is called more
   often where its own inputs are larger.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_RUN_SIZES_H
#define APROF_ASSESS_RUN_SIZES_H

#include "profile/model.h"

/* The range of sizes that tells in all cases. */
#define RUN_SIZES_RANGE 6.0

/* Return whether the number of a routine's calls grows with the size of their
   input, over groups of sizes of which each may be that of a run.  In one run
   this is not known, and the answer is false. */
bool run_sizes_grow_with_calls(const model *m, size_t routine);

/* Return whether the number of calls of an edge grows with the size of their
   input, by what they have read in each run together.  Calls of several threads
   share their work differently from run to run, and sizes of one run that are
   spread evenly are no groups; the sums of a run tell all the same.  range: how
   many times the least mean size of a run the greatest is, at the least. */
bool run_sizes_grow_by_run(const model *m, size_t caller, size_t callee,
                           double range);

/* Set *calls and *cells, the sums of an edge over all runs, to those of the run that
   has most of each; they stay as they are if no record tells it. */
void run_sizes_most(const model *m, size_t caller, size_t callee, double *calls,
                    double *cells);

/* Return whether the calls of an edge read as much in all runs, though the runs' costs
   differ: what they read is no part of what has grown, such as a start. */
bool run_sizes_stay(const model *m, size_t caller, size_t callee);

/* Return whether the calls of an edge are far more in some runs, and each reads as
   much in all of them: only their number grows with the input. */
bool run_sizes_number_grows(const model *m, size_t caller, size_t callee);

/* Return whether a routine's inputs have about one size in several runs whose
   inputs differ: what it reads each time is no part of the input that grows. */
bool run_sizes_are_alike(const model *m, size_t routine);

#endif
