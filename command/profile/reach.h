/* Which routines a routine calls, through any number of others.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_REACH_H
#define APROF_PROFILE_REACH_H

#include "profile/model.h"

#include <stdint.h>

/* Add to the routines that are marked all that they call, or with `up` all that
   call them.  marks: of each routine of the model.  without: a routine that is not
   entered, or REACH_ALL. */
#define REACH_ALL SIZE_MAX
void reach_spread(const model *m, bool up, size_t without, bool *marks);

/* Return whether a routine calls another one, which may be itself. */
bool reach_has(const model *m, size_t caller, size_t callee);

#endif
