/* Calling contexts as routines, for --by=caller.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_BY_CALLER_H
#define APROF_PROFILE_BY_CALLER_H

#include "profile/model.h"

/* Stands between a routine and its caller in the name of a context. */
#define BY_CALLER_SEPARATOR " < "

/* Replace the routines of a profile by its contexts.  Each context becomes a
   routine with the object, file and line of its first routine, the names of all
   its routines, callee first, in `context`, and these names joined in `shown`.
   It has the tables and edges of the context.  The profile has no contexts
   and no optional records any more, so it can't be written.

   found: NULL, or the indices of *count routines, ascending.  They are freed,
   and replaced by the indices of their contexts, ascending; the caller frees
   the new array. */
void by_caller(model *m, size_t **found, size_t *count);

#endif
