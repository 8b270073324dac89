/* Profiles in the formats of other programs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_EXPORT_EXPORT_H
#define APROF_EXPORT_EXPORT_H

#include <stdio.h>

#include "profile/model.h"

/* The options beyond the format. */
typedef struct {
   const char *routine;               /* NULL: all */
   prof_metric metric;                /* the size that Extra-P gets */
} export_wish;

/* Write a profile to `f`, which the caller checks for errors.  Return an exit
   status: not STATUS_DONE after one line on stderr. */
typedef int export_writer(FILE *f, const model *m, const export_wish *wish);

export_writer export_callgrind, export_json, export_tsv, export_extrap,
              export_pprof;

/* Return a number, or `max` if it is larger; then set *cut. */
uint64_t export_number(prof_sum number, uint64_t max, bool *cut);

/* Warn that numbers were replaced by the largest that a format has. */
void export_warn_of_cut(const char *format, bool cut);

#endif
