/* Loops whose turns get more, or fewer, from one entry to the next: a loop in a
   loop, in one activation of a routine (x-sum-loop, docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_TURNS_H
#define APROF_ASSESS_TURNS_H

#include "assess/ranked.h"

/* Set `turns` of each routine that has such a loop with much of its work: the
   loop with the most turns.  The verdicts must be known. */
void turns_find(const model *m, ranked *list, size_t count,
                double program_cost);

/* Return whether a loop of a routine has about as many turns for each entry as
   the input has cells, and so many entries that the turns are the square of
   these: it may be a loop over the input in another one, or two. */
bool turns_has_square(const assessment *a);

/* Return what a routine with `turns` that are not steady does, "runs the loop
   in ...", for people; the caller frees it. */
char *turns_describe(const ranked *r);

/* Return a sentence about a routine with steady `turns`; the caller frees it.
   name: of the routine, for people. */
char *turns_describe_steady(const ranked *r, const char *name);

/* Return a sentence, two spaces before it, about the loop of a routine that has
   the most turns, whatever their course, or ""; the caller frees it. */
char *turns_describe_most(const assessment *a);

#endif
