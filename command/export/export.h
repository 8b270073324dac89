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
} export_options;

/* Write a profile to `f`, which the caller checks for errors.  Return an exit
   status: not STATUS_DONE after one line on stderr. */
typedef int export_writer(FILE *f, const model *m,
                          const export_options *options);

export_writer export_callgrind, export_json, export_tsv, export_extrap,
              export_pprof, export_collapsed, export_speedscope;

#endif
