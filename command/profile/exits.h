/* How programs have ended: a profile that is complete may be that of a program which
   has ended by an error.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_EXITS_H
#define APROF_PROFILE_EXITS_H

#include "profile/model.h"

/* An exit status, and how many of the runs have ended with it. */
typedef struct {
   unsigned status;
   prof_sum runs;
} exits_count;

/* Return the exit statuses that are known, ascending, and in *count how many.  Runs
   that have not ended by themselves have none, and profiles of older versions of
   aprof do not tell it.  The caller frees the list. */
exits_count *exits_find(const model *m, size_t *count);

/* Return for people how a run has ended, or what its profile is: the state, or the
   exit status if it is known and not 0.  The caller frees the text. */
char *exits_state_of(const model *m, size_t run);

#endif
