/* `aprof list` on a profile: a routine's source lines with their cost.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_LIST_LINES_H
#define APROF_VERBS_LIST_LINES_H

#include "profile/model.h"
#include "samples/samples.h"

typedef enum { LIST_AS_TABLE, LIST_AS_TSV, LIST_AS_JSON } list_format;

/* List the routines that a name means.  s: samples of the same program, for the
   time of each line; or NULL.  Return an exit status. */
int list_lines(const model *m, const samples *s, const char *name,
               list_format format);

#endif
