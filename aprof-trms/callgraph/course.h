/* How the inputs of an edge's calls change in the course of the run.

   Sums over the whole run say that inputs get larger, but not how: by a little
   at each call, or at once, where calls of another kind begin.  So the run is
   cut into parts of equal numbers of calls.  How many calls there will be is not
   known: parts are joined in pairs when all are full.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef COURSE_H
#define COURSE_H

#include "base/base.h"

enum {
   COURSE_KEPT = 32,             /* parts in memory */
   COURSE_PARTS = 16,            /* parts in the profile */
   COURSE_LEAST = COURSE_KEPT,   /* calls of which they are known */
};

typedef struct {
   ULong cells[COURSE_KEPT];     /* inputs of 1 << shift calls each */
   UInt shift;
} Course;

/* Add a call's input; `before`: number of calls before it. */
void course_add(Course *c, ULong before, ULong cells);

/* Set `parts` to what each sixteenth of the calls has read.  Together they are
   the cells of all calls.  calls: number of calls, COURSE_LEAST or more. */
void course_cut(const Course *c, ULong calls, ULong parts[COURSE_PARTS]);

#endif
