/* Profiles in the forms of other programs: what each writer needs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_EXPORT_H
#define APROF_EXPORT_H

#include <stdio.h>

#include "profile/model.h"

/* What the user asked for beyond the format. */
typedef struct {
   const char *routine;               /* NULL: all */
   prof_metric metric;                /* the size that Extra-P gets */
} export_wish;

/* Writes a profile to `f`, whose errors the caller looks for.  Returns an exit
   status; other than STATUS_DONE: one line on stderr has said why. */
typedef int export_writer(FILE *f, const model *m, const export_wish *wish);

export_writer export_callgrind, export_json, export_tsv, export_extrap,
              export_pprof;

/* A number for a form that has no room for more than `max`: there the greatest
   is written, and *cut set. */
uint64_t export_number(prof_sum number, uint64_t max, bool *cut);

/* The warning where that has happened. */
void export_warn_of_cut(const char *format, bool cut);

#endif
