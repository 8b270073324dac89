/* The data file of `aprof fit`: points, a line each.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_FIT_DATA_H
#define APROF_VERBS_FIT_DATA_H

#include "infer/infer.h"

typedef struct {
   verdict_point *points;
   size_t count, room;
   bool has_any_header;               /* the first line has names of columns */
} fit_data;

/* Read a data file; `-` is stdin.  The caller frees d->points.  Return false
   after one line on stderr if it is wrong. */
bool fit_data_read(fit_data *d, const char *name);

/* Join the points of each size into one with the mean of its calls.  Return
   whether the cost varies at some size. */
bool fit_data_join_sizes(fit_data *d);

#endif
