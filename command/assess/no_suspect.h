/* What is said where no routine is one to look at first.

   It may not contradict the rows: what they show as steep is told of, and what
   speaks against it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NOBODY_H
#define APROF_NOBODY_H

#include "assess/rank.h"

/* So many routines are told of. */
enum { NOBODY_MOST = 3 };

typedef struct {
   const char *heading;               /* sentences; static text */
   size_t told[NOBODY_MOST];          /* places in the list, ascending */
   size_t count;
} nobody;

/* `list` has what is listed, which has no suspect in it. */
nobody nobody_find(const model *m, const ranked *const *list, size_t count);

/* Of one that is told of: what speaks against its class, or against any; or
   that its growth is a callee's.  It follows a comma; the caller frees it. */
char *nobody_reason(const model *m, const ranked *r);

#endif
