/* How the sizes of calls follow each other: see assess/call_sizes.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/call_sizes.h"
#include "assess/size_course.h"
#include "assess/size_spread.h"
#include "profile/starts.h"

#include <math.h>

/* Sizes that rise from few cells, or fall to few, have no more than this many
   times their mean, even if each call reads up to a random element of what is
   there. */
#define FEW_SIZES 4.0
/* Sizes without a trend have, by chance, a moment that differs from the even
   one by this number of standard deviations at the most.  They are known of the
   callee's sizes of LARGE cells or more, if no other caller has such; else
   sizes differ by as much as their mean.  (A search in a list of n elements
   ends anywhere in the list, so that from call to call sizes change at random
   while the list grows.) */
#define TREND_DEVIATIONS 8.0
#define LARGE 64.0
#define NO_CHANCE 0.9
/* Sizes that are small for the caller's input may be a part of each element of
   it, such as the links of a list of large nodes.  They are no buffer's if they
   rise from few cells to the greatest size so many times in a run at the
   most. */
#define MOST_ASCENTS 8.0
/* Sizes that change by this many cells from call to call (half of a character,
   or a large element), over CALL_SIZES_MANY calls, and all in one direction in
   the course of the run: an element more, or less, each time, up to much of the
   caller's input.  Then the cost is the square of the number of elements, and
   it does not matter which routine has written what is read.  (Linear growth
   gives a trend of 1/3.) */
#define LEAST_ELEMENT 0.125
#define ELEMENT 16.0
/* Elements may be so large, such as nodes of a list with their names, if sizes
   rise evenly, or fall: their trend is 1/3.  (Factors of a matrix do so, too,
   by a row of it at each call, or a number; each call has a row or a column, so
   a row has CALL_SIZES_MANY cells or more.  What is left of a matrix falls
   unevenly.) */
#define LARGE_ELEMENT 64.0
#define EVEN_TREND (1 / 3.0)
#define EVEN_DIFFERENCE 0.05
#define ELEMENT_TREND 0.2
/* ... where nearly every call has another size in the same direction: a quarter
   of all that is read is what the sizes have become larger by.  (What has as
   much at the first call as at the last but a fifth has 0.04.) */
#define STEADY_TREND 0.08
/* Sizes that rise from nothing once, or fall to it, change by their greatest in
   all, and by no more than this many times it. */
#define ONCE 1.25
/* ... or they change from call to call by no more than this part of the mean,
   as where calls read some of their caller's data beside what gets more: if
   each sixteenth of the run has its place on a line, then they still do.  (Of
   93 ordinary programs no calls with a trend lie within 0.03 of a line but
   those of ed, which really rise; 0.001 is asked for.)  Of so many calls, which
   change so little, it is no chance that the place is near a line. */
#define SMALL_CHANGE (1 / 64.0)
#define MANY_CALLS 10000.0
#define LEAST_CHANGE (1 / 256.0)
/* Sizes that change by an element from call to call in both directions: there
   are this many different ones at the least.  WALK_SIZES sizes with this change
   from one to the next, in two halves, have a standard deviation of WALK_SPREAD
   changes, or more: records that are nearly alike have less. */
#define WALK_SIZES 100.0
#define WALK_SPREAD (WALK_SIZES / 8)
/* ... and this part of their mean, or more.  (Sizes that change by a third of
   their mean have it in each half.  Commands that take their input from the same
   large tables differ by less: they change by an element, too.) */
#define WALK_PART 0.05
/* Sizes that rise by less than LEAST_ELEMENT at each call, such as the chains of a
   hash table with a fixed number of buckets, rise for ever if they have risen from
   nothing along a line up to this many cells: no buffer and no window of a
   compressor that fills. */
#define LONG_CHAIN 1000.0

/* Elements may be as small as a bit: a cell of four bytes has 32 of them, and calls
   with few cells are not counted.  Sizes that get larger this often are no chance if
   they never get smaller and rise along a line: it has 16 parts. */
#define LEAST_BIT (1 / 64.0)
#define LINE_CHANGES 32.0

/* Sizes that change by S of their mean in the course of the run, evenly, differ
   by 0.29 S of it, each half of them by half of that, and S is six times their
   trend.  (Those that double have more.)  Sizes of two kinds of calls, one
   after the other, such as those of two loops over elements of different sizes,
   have such a trend as well, but they differ by less within each kind. */
#define SPREAD_OF_TREND (6 * 0.29 / 2)
#define TWO_LEVELS 0.5

/* Sizes that hardly ever change in the other direction do not differ at
   random. */
static bool is_steady_change(const prof_sum *sums)
{
   return fabs((double)sums[READS_RISING] - (double)sums[READS_FALLING]) >=
          NO_CHANCE * (double)sums[READS_CALLS];
}

/* Return how much of the whole the sizes get larger, or smaller, in the course
   of the run (x-sum-reads); 0: that is not known. */
static double trend_of(const prof_sum *sums)
{
   const double even = (double)sums[READS_EVEN];

   return even > 0 ? fabs((double)sums[READS_MOMENT] / even - 1) : 0;
}

/* Return the cells of the largest element by which sizes may change. */
static double largest_element(const prof_sum *sums)
{
   return is_steady_change(sums) &&
          fabs(trend_of(sums) - EVEN_TREND) <= EVEN_DIFFERENCE
          ? LARGE_ELEMENT : ELEMENT;
}

bool call_sizes_uneven(const prof_sum *sums)
{
   return trend_of(sums) > EVEN_TREND + EVEN_DIFFERENCE;
}

bool call_sizes_few_ascents(const prof_sum *sums, bool has_changes,
                            const model *m)
{
   const double calls = (double)sums[READS_CALLS];
   const double mean = (double)sums[READS_CELLS] / calls;
   const double changes = (double)sums[READS_CHANGES];
   const double most = MOST_ASCENTS * fmax(1, (double)m->run_count);

   return has_changes && is_steady_change(sums) &&
          changes <= 2 * most * 2 * mean;
}

bool call_sizes_trend(const prof_sum *sums, double least,
                      const callee_sizes *callee)
{
   const double calls = (double)sums[READS_CALLS];
   const double trend = trend_of(sums);

   return trend >= least &&
          (is_steady_change(sums) ||
           trend >= TREND_DEVIATIONS / sqrt(3 * calls) *
                       size_spread_part(callee->most, LARGE, calls));
}

bool call_sizes_one_way(const prof_sum *sums)
{
   return is_steady_change(sums) && trend_of(sums) >= STEADY_TREND;
}

/* Return whether sizes get larger, or smaller, by equal steps from the first
   call of the run to the last, and hardly change in the other direction, though
   not at each call; or those of every other call do.  In all they change by six
   times their trend, and those of every other call by twice as much.  (What
   takes turns is no change.  A benchmark has few sizes, and several calls for
   each.) */
static bool goes_evenly(const prof_sum *sums, const prof_sum *course,
                        const callee_sizes *callee)
{
   const double cells = (double)sums[READS_CELLS];
   const double mean = cells / (double)sums[READS_CALLS];
   const double most = 2 * 6 * trend_of(sums) * mean *
                       fmax(1, (double)callee->most->m->run_count);
   double changes;

   /* Without READS_CHANGES there is no course. */
   if (course == NULL)
      return false;
   changes = (double)sums[READS_CHANGES];
   return trend_of(sums) >= ELEMENT_TREND && callee->number >= WALK_SIZES &&
          changes <= fmax(ONCE * most, SMALL_CHANGE * cells) &&
          (size_course_is_even(course) ||
           ((double)sums[READS_CALLS] >= MANY_CALLS &&
            changes <= LEAST_CHANGE * cells &&
            size_course_is_nearly_even(course)));
}

bool call_sizes_go_on(const prof_sum *sums, const prof_sum *course,
                      const callee_sizes *callee)
{
   return call_sizes_one_way(sums) || goes_evenly(sums, course, callee);
}

bool call_sizes_two_levels(const prof_sum *sums, const prof_sum *course,
                           const callee_sizes *callee)
{
   const double calls = (double)sums[READS_CALLS];
   const double mean = (double)sums[READS_CELLS] / calls;

   if (is_steady_change(sums))
      return false;
   if (course != NULL)
      return size_course_is_step(course);
   return size_spread_known(callee->most, mean, calls) &&
          size_spread_least(callee->most, mean, calls) <
             TWO_LEVELS * SPREAD_OF_TREND * trend_of(sums) * mean;
}

/* Return the cells by which sizes change from call to call, if they rise from few
   cells, or fall to few.  Those that begin or end at more change by less, if they
   do so evenly: by six times their trend in all (a list that gets shorter, though
   not to its end). */
static double element_of(const prof_sum *sums, const prof_sum *course)
{
   const double calls = (double)sums[READS_CALLS];
   const double part = course != NULL && size_course_is_even(course)
                       ? fmin(2, 6 * trend_of(sums)) : 2;

   return part * (double)sums[READS_CELLS] / calls / calls;
}

bool call_sizes_ever_more(const prof_sum *sums, const prof_sum *course,
                          const callee_sizes *callee)
{
   const double calls = (double)sums[READS_CALLS];

   return call_sizes_go_on(sums, course, callee) &&
          element_of(sums, course) <= largest_element(sums) &&
          2 * (double)sums[READS_CELLS] / calls >= LEAST_ELEMENT * calls;
}

/* Return whether sizes that rise by little at each call rise along a line. */
static bool rises_slowly(const prof_sum *sums, const prof_sum *course,
                         double most)
{
   return course != NULL && most >= LONG_CHAIN &&
          fabs(trend_of(sums) - EVEN_TREND) <= EVEN_DIFFERENCE &&
          size_course_is_nearly_even(course);
}

/* Return whether sizes change by an element at each call, in the mean, from the first
   call of the run to the last. */
static bool has_element_trend(const prof_sum *sums, const prof_sum *course,
                              const callee_sizes *callee)
{
   const double calls = (double)sums[READS_CALLS];
   const double most = 2 * (double)sums[READS_CELLS] / calls;

   return callee->number >= WALK_SIZES &&
          call_sizes_trend(sums, ELEMENT_TREND, callee) &&
          most <= ELEMENT * calls &&
          (most >= LEAST_ELEMENT * calls ||
           rises_slowly(sums, course, most)) &&
          !call_sizes_two_levels(sums, course, callee);
}

bool call_sizes_by_trend(const prof_sum *sums, const prof_sum *course,
                         const callee_sizes *callee)
{
   return sums[READS_MOMENT] > sums[READS_EVEN] &&
          has_element_trend(sums, course, callee);
}

bool call_sizes_along_line(const prof_sum *sums, const prof_sum *course,
                           const callee_sizes *callee)
{
   return course != NULL && size_course_is_nearly_even(course) &&
          (sums[READS_MOMENT] > sums[READS_EVEN] ||
           fabs(trend_of(sums) - EVEN_TREND) <= EVEN_DIFFERENCE) &&
          has_element_trend(sums, course, callee);
}

bool call_sizes_by_digit(const prof_sum *sums, bool has_changes)
{
   const double rising = (double)sums[READS_RISING];
   const double falling = (double)sums[READS_FALLING];

   return has_changes && rising + falling >= CALL_SIZES_MANY &&
          fabs(rising - falling) >= NO_CHANCE * (rising + falling) &&
          trend_of(sums) >= ELEMENT_TREND;
}

bool call_sizes_by_bit(const prof_sum *sums, const prof_sum *course)
{
   const double calls = (double)sums[READS_CALLS];

   /* Without READS_CHANGES there is no course. */
   return course != NULL && calls >= CALL_SIZES_MANY &&
          (double)sums[READS_RISING] >= LINE_CHANGES &&
          sums[READS_FALLING] == 0 &&
          (double)sums[READS_CHANGES] >= LEAST_BIT * calls &&
          trend_of(sums) >= STEADY_TREND && size_course_is_even(course);
}

double call_sizes_of_few(const prof_sum *sums, const callee_sizes *callee)
{
   const prof_tuple *points = assess_points(callee->most);
   const double cells = (double)sums[READS_CELLS];
   const double most = FEW_SIZES * cells / (double)sums[READS_CALLS];
   double far = 0;

   for (size_t i = callee->most->points_trms;
        i > 0 && (double)points[i - 1].size > most; i--)
      far += (double)points[i - 1].size * (double)points[i - 1].calls;
   return far / cells;
}

bool call_sizes_walk(const prof_sum *sums, const prof_sum *course,
                     const callee_sizes *callee, double input)
{
   const double calls = (double)sums[READS_CALLS];
   const double cells = (double)sums[READS_CELLS];
   const double changes = (double)sums[READS_CHANGES];

   return model_starts(callee->most->m) == 1 && calls >= CALL_SIZES_MANY &&
          callee->number >= WALK_SIZES &&
          (course == NULL || !size_course_is_clear_step(course)) &&
          callee->largest * CALL_SIZES_PART >= input &&
          changes >= LEAST_ELEMENT * calls && changes <= ELEMENT * calls &&
          size_spread_least(callee->most, cells / calls, calls) >=
             fmax(WALK_SPREAD * changes, WALK_PART * cells) / calls;
}

/* (Tables that double, one after the other, jump.) */
bool call_sizes_by_element(const prof_sum *sums, double mean, bool has_changes,
                           const callee_sizes *callee)
{
   const double calls = (double)sums[READS_CALLS];
   const double most = largest_element(sums) * calls;

   return 2 * mean <= most &&
          (!has_changes || (double)sums[READS_CHANGES] <= most) &&
          2 * mean >= LEAST_ELEMENT * calls &&
          call_sizes_trend(sums, ELEMENT_TREND, callee);
}
