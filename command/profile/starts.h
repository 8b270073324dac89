/* How programs were started for a profile: a forked child has a profile of its
   own, and a run, but is a part of its parent's; what follows an exec is another
   program.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_STARTS_H
#define APROF_PROFILE_STARTS_H

#include "profile/model.h"

/* Return the number of runs that were no forked children; of children alone, the
   number of all runs, since they may be of any number of parents. */
size_t model_starts(const model *m);

/* Return the first run of another program than the first run's; 0: there is none.
   Programs of one file name are versions of one program. */
size_t model_other_program(const model *m);

/* Return whether the runs are of several programs, such as the tests of a project:
   they do different work, so that one does not show how another one grows. */
bool model_is_of_programs(const model *m);

/* Return whether a run's profile is that of the program whose place another one
   took. */
bool model_run_is_before_exec(const model_run *run);

/* Return whether the runs are only the parts of processes before an exec: what
   the programs that they execute do is in no profile, or in another one. */
bool model_is_before_exec(const model *m);

#endif
