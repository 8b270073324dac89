/* The ladder of this machine's memory: the time of a load, if loads go to
   random places, over the amount of memory that they go to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_LADDER_H
#define APROF_RECORDER_LADDER_H

#include <stddef.h>

/* From 16 KB to 64 MB, each step four times the last. */
#define LADDER_STEPS 7

typedef struct {
   double ns[LADDER_STEPS];           /* ascending */
} ladder;

/* Measure it, in a third of a second. */
void ladder_measure(ladder *l);

/* Return the ns of a load in `bytes` of memory, between the steps by their
   logarithms. */
double ladder_at(const ladder *l, double bytes);

/* Return how much longer steps may take if the data, of `bytes`, become `scale`
   times as large; at least 1.  A routine may use all of each line that it
   touches, or only one cell of 4 bytes: the memory is up to 16 times its
   cells. */
double ladder_slower(const ladder *l, double bytes, double scale);

#endif
