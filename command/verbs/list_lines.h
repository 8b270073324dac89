/* `aprof list` on a profile: a routine's source lines with their cost.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_LIST_LINES_H
#define APROF_VERBS_LIST_LINES_H

#include "profile/model.h"
#include "samples/samples.h"
#include "verbs/verbs.h"

/* List the routines that a name means.  s: samples of the same program, for the
   time of each line; or NULL.  Return an exit status. */
int list_lines(const model *m, const samples *s, const char *name,
               verbs_format format);

#endif
