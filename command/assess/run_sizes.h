/* Several runs on inputs of several sizes: whether a routine is called more
   often where its own inputs are larger.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_RUN_SIZES_H
#define APROF_ASSESS_RUN_SIZES_H

#include "profile/model.h"

/* Return whether the number of a routine's calls grows with the size of their
   input, over groups of sizes of which each may be that of a run.  In one run
   this is not known, and the answer is false. */
bool run_sizes_grow_with_calls(const model *m, size_t routine);

/* Return whether a routine's inputs have about one size in several runs whose
   inputs differ: what it reads each time is no part of the input that grows. */
bool run_sizes_are_alike(const model *m, size_t routine);

#endif
