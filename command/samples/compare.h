/* Runs compared: the times of each routine in each of several sets of samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_COMPARE_H
#define APROF_SAMPLES_COMPARE_H

#include "samples/table.h"

typedef struct {
   const char *routine;               /* of a table */
   const char *image;                 /* the name of its file, without folder */
   double *weights;                   /* in each set */
   uint64_t *counts;                  /* samples likewise */
} compared_routine;

typedef struct {
   size_t sets;
   sample_table *tables;              /* TABLE_NAME, of each set */
   samples **read;                    /* of each set */
   compared_routine *routines;
   size_t count, room;
} compared;

/* Read sets of samples: a file or folder each.  Return false after one line on
   stderr, also if their events differ. */
bool compared_read(compared *c, char *const *names, size_t count);
void compared_free(compared *c);

/* Return what people call a routine: its file, if nothing is known of it. */
const char *compared_name(const compared_routine *r);

/* Return how many times a set was run. */
double compared_runs(const compared *c, size_t set);

#endif
