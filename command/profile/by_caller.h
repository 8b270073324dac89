/* Calling contexts as routines, for --by=caller.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BY_CALLER_H
#define APROF_BY_CALLER_H

#include "profile/model.h"

/* What stands between a routine and its caller in the name of a context. */
#define BY_CALLER_SEPARATOR " < "

/* Makes each context of a profile a routine of its own: with the place of the
   routine, the names of all in `context`, and those, callee first, joined as
   the name that is shown; its tables and its edges are those of the context.
   The profile has no contexts any more.

   `found`, unless it is NULL, has the indices of *count routines, ascending,
   and is replaced by those of their contexts, ascending, for the caller to
   free. */
void by_caller(model *m, size_t **found, size_t *count);

#endif
