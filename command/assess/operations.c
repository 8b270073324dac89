/* Loops of what an interpreter runs: see assess/operations.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/operations.h"
#include "assess/size_course.h"
#include "base/memory.h"
#include "profile/optional.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of the program's cost below which a loop does not matter. */
#define LEAST_PART 0.05
/* Gaps, at the least; the inner loop has operations in each turn, and turns that
   change by an element: each gap is longer by this number of operations. */
#define LEAST_GAPS 100.0
#define LEAST_CHANGE 0.125
/* The gaps rise (or fall) to about twice as much, or more: their moment differs from
   that of gaps without a trend by this part of it.  It is a third if they rise from
   nothing along a line; but the counts begin late. */
#define TREND 0.1
/* ... along a line: the coefficient of correlation of a gap's length with its
   number.  Two levels, as of two loops one after the other, have 0.87 at the
   most; gaps between events that get rare, as the first occurrences of words in
   a text, scatter as much as they are long, and have 0.45. */
#define LINE 0.95
/* Searches that end anywhere in a list that grows have 0.65.  But none is longer than
   the list: the longest gap of each sixteenth lies near a line, which ends at so many
   times what it begins with, or begins so.  (They leave 0.000 to 0.007 of their
   variation beside the line, from some 400 gaps on; honest scripts leave 0.07 or
   more.) */
#define RANGE 2.0

/* A loop with as many operations each time may be one over the input, in a loop over
   the input.  The inner one has so many operations in a turn, and the outer one as
   many turns, up to this factor: an entry has operations for each of the entries,
   at the least, and at the most.  (A line of a file has some hundred, however many
   lines there are; a row of a matrix that is multiplied has as many as the whole
   matrix has elements.)  It is of interest if it is most of the work. */
#define FEWEST_EACH 1.0
#define MOST_EACH 128.0
#define STEADY_PART 0.5

/* Sums that differ by this part are of the same loop. */
#define ALIKE 0.01

enum { GAPS, SUM, MOMENT, EVEN, SQUARES, ALL, SUMS };
#define OPERATION "x-sum-operation\t6\t"
enum { PEAKS_ALL = SUM + 1, PEAKS, PEAKS_SUMS = PEAKS + SIZE_COURSE_PARTS };
#define PEAKS_KEY "x-sum-peaks\t19\t"
#define REFERENCE "\\fn:"

typedef struct {
   uint64_t gaps;
   prof_sum sum, all;                 /* operations in the gaps, and in all */
   bool has_trend, falls, to_limit;   /* as in ranked_turns */
   const char *place;                 /* the operation */
} loop;

/* Return the routine that is the operation, or RANKED_NONE: it is in the code of
   the interpreter's routine. */
static size_t routine_of(const model *m, const char *place)
{
   unsigned long long number;

   if (strncmp(place, REFERENCE, strlen(REFERENCE)) != 0)
      return RANKED_NONE;
   number = strtoull(place + strlen(REFERENCE), NULL, 10);
   return number >= 1 && number <= m->routine_count ? number - 1 : RANKED_NONE;
}

/* Return whether gaps are many, and get longer (or shorter) by some operations from
   one to the next, if they do so evenly. */
static bool are_many(const prof_sum *sums)
{
   const double gaps = (double)sums[GAPS];
   const double change = gaps > 0 ? 2 * (double)sums[SUM] / gaps / gaps : 0;

   return gaps >= LEAST_GAPS && change >= LEAST_CHANGE;
}

static bool is_on_line(const prof_sum *sums)
{
   const double gaps = (double)sums[GAPS];
   double mean, trend, variance;

   if (!are_many(sums))
      return false;
   mean = (double)sums[SUM] / gaps;
   trend = fabs((double)sums[MOMENT] / (double)sums[EVEN] - 1);
   variance = fmax(0, (double)sums[SQUARES] / gaps / mean / mean - 1);
   return trend >= TREND && trend * sqrt(3) >= LINE * sqrt(variance);
}

/* Return whether the gaps have no trend, and are such that each may be a loop over
   what they are many of.  (Each differs little from the one before.) */
static bool is_square(const prof_sum *sums)
{
   const double gaps = (double)sums[GAPS], sum = (double)sums[SUM];

   return gaps >= LEAST_GAPS && sum >= FEWEST_EACH * gaps * gaps &&
          sum <= MOST_EACH * gaps * gaps &&
          fabs((double)sums[MOMENT] / (double)sums[EVEN] - 1) < TREND;
}

/* Return whether the longest gaps rise, or fall, near a line. */
static bool is_to_limit(const prof_sum *sums)
{
   const prof_sum *peaks = sums + PEAKS;
   const double first = (double)peaks[0];
   const double last = (double)peaks[SIZE_COURSE_PARTS - 1];

   return are_many(sums) && fmax(first, last) >= RANGE * fmin(first, last) &&
          size_course_is_nearly_even(peaks);
}

/* Set the loop that a record tells of.  False: it tells of none. */
static bool set_loop(const model_optional *o, loop *l)
{
   const prof_sum *sums = o->sums;

   if (o->owner.kind != MODEL_OF_ROUTINE)
      return false;
   if (o->sum_count == PEAKS_SUMS &&
       strncmp(o->key, PEAKS_KEY, strlen(PEAKS_KEY)) == 0) {
      *l = (loop){
         .gaps = (uint64_t)sums[GAPS], .sum = sums[SUM], .all = sums[PEAKS_ALL],
         .has_trend = true, .to_limit = true,
         .falls = sums[PEAKS_SUMS - 1] < sums[PEAKS],
         .place = o->key + strlen(PEAKS_KEY),
      };
      return is_to_limit(sums);
   }
   if (o->sum_count != SUMS ||
       strncmp(o->key, OPERATION, strlen(OPERATION)) != 0)
      return false;
   *l = (loop){
      .gaps = (uint64_t)sums[GAPS], .sum = sums[SUM], .all = sums[ALL],
      .has_trend = is_on_line(sums), .falls = sums[MOMENT] < sums[EVEN],
      .place = o->key + strlen(OPERATION),
   };
   return l->has_trend || is_square(sums);
}

/* Return whether the loop says more than the one found before: its gaps have a
   trend; they are more operations; or about as many, and each is longer than the one
   before; or the operation is a routine that is called less often. */
static bool is_more(const uint64_t *calls, const loop *l, size_t routine,
                    const ranked_turns *t)
{
   const double sum = (double)l->sum, before = (double)t->turns;

   if (t->entries > 0 && l->has_trend == t->steady)
      return t->steady;
   if (fabs(sum - before) > ALIKE * before)
      return sum > before;
   if (l->to_limit != t->to_limit)
      return t->to_limit;
   return routine != RANKED_NONE &&
          (t->operation == RANKED_NONE || calls[routine] < calls[t->operation]);
}

void operations_find(const model *m, ranked *list, size_t count,
                     double program_cost)
{
   ranked_turns *found;
   uint64_t *calls;

   if (m->run_count != 1)
      return;
   found = memory_new(m->routine_count, sizeof *found);
   calls = memory_new(m->routine_count, sizeof *calls);
   for (size_t i = 0; i < count; i++)
      calls[list[i].assessment->routine] += list[i].assessment->sums.calls;
   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      ranked_turns *t;
      size_t routine;
      loop l;

      if (!set_loop(o, &l))
         continue;
      t = &found[o->owner.index];
      routine = routine_of(m, l.place);
      if (is_more(calls, &l, routine, t))
         *t = (ranked_turns){
            .entries = l.gaps, .turns = l.sum, .falls = l.falls,
            .steady = !l.has_trend, .to_limit = l.to_limit,
            .work = (double)l.sum / (double)l.all,
            .of_operations = true, .operation = routine,
         };
   }
   for (size_t i = 0; i < count; i++) {
      assessment *a = list[i].assessment;
      const ranked_turns *t = &found[a->routine];

      if (t->entries > 0 && list[i].turns.entries == 0 &&
          t->work * (double)a->sums.outermost >=
             (t->steady ? STEADY_PART : LEAST_PART) * program_cost &&
          !assess_is_flat(a))
         list[i].turns = *t;
   }
   free(calls);
   free(found);
}
