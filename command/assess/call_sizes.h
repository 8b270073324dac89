/* How the sizes of the calls of an edge follow each other: by the sums of
   x-sum-reads (assess/read_sums.h).  Sizes that get larger, or smaller, in the
   course of the run, or by an element from call to call, are those of data that
   were there before.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_CALL_SIZES_H
#define APROF_ASSESS_CALL_SIZES_H

#include "assess/assess.h"
#include "assess/read_sums.h"

/* Fewer calls of a run than this show nothing of sizes that change by an element:
   few_ascents, ever_more, go_on, by_trend, along_line and by_element are for more. */
#define CALL_SIZES_MANY 100.0
/* The largest of sizes that rise are at least the caller's input divided by
   this; smaller sizes are those of a buffer that is filled again and again. */
#define CALL_SIZES_PART 8.0

/* The callee of an edge. */
typedef struct {
   assessment *most;                  /* that of the thread with most calls */
   double largest;                    /* size */
   double number;                     /* of different sizes */
} callee_sizes;

/* Return whether the sizes get larger, or smaller, in the course of the run by
   at least this part of the whole, and not by chance. */
bool call_sizes_trend(const prof_sum *sums, double least,
                      const callee_sizes *callee);

/* Return whether the sizes get larger, or smaller, faster than evenly, such as those
   of a benchmark that has more and more rows and columns. */
bool call_sizes_uneven(const prof_sum *sums);

/* Return whether sizes rise (or fall) from call to call, and begin anew a few
   times at the most: each time they change by the greatest size,
   which is twice the mean, and back.  The sizes of a buffer that is filled
   again and again rise more often. */
bool call_sizes_few_ascents(const prof_sum *sums, bool has_changes,
                            const model *m);

/* Return whether nearly every call has a larger size than the one before, or
   nearly every one a smaller size, in the whole course of the run. */
bool call_sizes_one_way(const prof_sum *sums);

/* Return whether sizes rise, or fall, by an element at each of many calls, or
   evenly, in the whole course of the run.  Then the cost is the square of the
   number of calls, whatever else the caller reads.  (Calls of two kinds may
   take turns, of which one reads ever less.  Sizes are in cells of several
   characters, so some are equal.)  course: that of the sizes
   (assess/size_course.h), or NULL; the sums have READS_CHANGES with it. */
bool call_sizes_ever_more(const prof_sum *sums, const prof_sum *course,
                          const callee_sizes *callee);

/* Return whether they do so in steps of any size: the callee has all that is
   there to read, each time that there is a step more of it, such as a table that
   grows by a fixed number of slots.  What loops may be far above the caller.
   course: see call_sizes_ever_more. */
bool call_sizes_go_on(const prof_sum *sums, const prof_sum *course,
                      const callee_sizes *callee);

/* Return whether sizes get larger by an element at each call in the mean, from
   the first call of the run to the last, whether they change at random or a few
   of them fall: what a call reads is a part of what all the calls before have
   left.  Then the cost is the square of the number of calls, as it is where
   they get larger one by one.  (Tables that double, one after the other, have
   few sizes.)  course: see call_sizes_two_levels. */
bool call_sizes_by_trend(const prof_sum *sums, const prof_sum *course,
                         const callee_sizes *callee);

/* ... or smaller, along a line, so that it is known whatever else the caller reads:
   a search whose single comparisons read unequal amounts, such as one of texts of
   several lengths, or that ends anywhere, in a list that gets longer, or shorter
   until it is empty. */
bool call_sizes_along_line(const prof_sum *sums, const prof_sum *course,
                           const callee_sizes *callee);

/* Return whether sizes rise in the whole course of the run, or fall, though most
   calls have the size of the one before: a number gets longer by a digit at each
   call, of which a cell has many. */
bool call_sizes_by_digit(const prof_sum *sums, bool has_changes);

/* Return whether sizes get larger along a line by less than an element at each
   call, such as a bit of a map, and never smaller.  course: that of the sizes, or
   NULL. */
bool call_sizes_by_bit(const prof_sum *sums, const prof_sum *course);

/* Return how much sizes can change in the course of the run because some calls,
   such as the first ones, read far more than all others: the part of the cells
   in sizes that those which rise or fall evenly, or end anywhere in what gets
   more or less, do not have. */
double call_sizes_of_few(const prof_sum *sums, const callee_sizes *callee);

/* Return whether the sizes get larger, or smaller, in the course of the run
   only because there are two kinds of calls, one after the other.  course: that
   of the sizes (assess/size_course.h), or NULL; then they are two kinds if
   within each of them the sizes differ by less than those that get larger
   evenly. */
bool call_sizes_two_levels(const prof_sum *sums, const prof_sum *course,
                           const callee_sizes *callee);

/* Return whether the sizes are many and far apart, and yet change by an element
   from call to call: the callee follows, for each element, a way through the
   data that gets longer and shorter.  Of several runs each may have sizes of
   its own, which are far apart and do not change: nothing is known then. */
bool call_sizes_walk(const prof_sum *sums, const prof_sum *course,
                     const callee_sizes *callee, double input);

/* Return whether sizes change by an element, or less, from call to call, over
   many calls, in the course of the run. */
bool call_sizes_by_element(const prof_sum *sums, double mean, bool has_changes,
                           const callee_sizes *callee);

#endif
