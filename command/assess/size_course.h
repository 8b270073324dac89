/* How the sizes of an edge's calls change in the course of the run: the records
   x-sum-course (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SIZE_COURSE_H
#define APROF_ASSESS_SIZE_COURSE_H

#include "profile/model.h"

enum { SIZE_COURSE_PARTS = 16 };

/* Return the sums of the record that the edge has which `o` is about, or NULL:
   it has none. */
const prof_sum *size_course_of(const model *m, const model_optional *o);

/* Return whether the sizes are of two levels, one after the other, rather than
   ever larger, or smaller, from the beginning: calls of another kind begin, or
   another phase of the program. */
bool size_course_is_step(const prof_sum *course);

/* ... so clearly that the sizes differ by hardly anything else. */
bool size_course_is_clear_step(const prof_sum *course);

/* Return how many times what a sixteenth of the calls reads another one does, at
   the most. */
double size_course_range(const prof_sum *course);

/* Return whether all sixteenths of the calls get larger, or smaller, by equal
   steps. */
bool size_course_is_even(const prof_sum *course);

/* ... or by nearly equal ones: what rises as a root of the number of calls, or
   towards a bound, is farther from a line. */
bool size_course_is_nearly_even(const prof_sum *course);

/* Return whether the sizes get larger, or smaller, by a constant factor at each
   call, beside a constant part: then all that the calls read is a multiple of
   what the largest of them reads, and no square, such as a benchmark that has a
   size after the other. */
bool size_course_is_geometric(const prof_sum *course);

#endif
