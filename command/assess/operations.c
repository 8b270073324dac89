/* Loops of what an interpreter runs: see assess/operations.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/operations.h"
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
#define MOST_CHANGE 1024.0
/* The gaps rise (or fall) to about twice as much, or more: their moment differs from
   that of gaps without a trend by this part of it.  It is a third if they rise from
   nothing along a line; but the counts begin late. */
#define TREND 0.1
/* ... along a line: the coefficient of correlation of a gap's length with its
   number.  Two levels, as of two loops one after the other, have 0.87 at the
   most; gaps between events that get rare, as the first occurrences of words in
   a text, scatter as much as they are long, and have 0.45; 0.65 have searches
   that end anywhere in a list that grows. */
#define LINE 0.95

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
#define REFERENCE "\\fn:"

static const prof_sum *gaps_of(const model_optional *o)
{
   return o->owner.kind == MODEL_OF_ROUTINE && o->sum_count == SUMS &&
          strncmp(o->key, OPERATION, strlen(OPERATION)) == 0 ? o->sums : NULL;
}

/* Return the routine that is the operation, or RANKED_NONE: it is in the code of
   the interpreter's routine. */
static size_t routine_of(const model *m, const char *key)
{
   const char *place = key + strlen(OPERATION);
   unsigned long long number;

   if (strncmp(place, REFERENCE, strlen(REFERENCE)) != 0)
      return RANKED_NONE;
   number = strtoull(place + strlen(REFERENCE), NULL, 10);
   return number >= 1 && number <= m->routine_count ? number - 1 : RANKED_NONE;
}

static bool is_on_line(const prof_sum *sums)
{
   const double gaps = (double)sums[GAPS];
   const double mean = gaps > 0 ? (double)sums[SUM] / gaps : 0;
   const double change = gaps > 0 ? 2 * mean / gaps : 0;
   double trend, variance;

   if (gaps < LEAST_GAPS || change < LEAST_CHANGE || change > MOST_CHANGE)
      return false;
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

/* Return whether the operation says more than the one found before: its gaps have a
   trend; they are more operations; or about as many, and it is a routine that is
   called less often. */
static bool is_more(const uint64_t *calls, const prof_sum *sums, bool steady,
                    size_t routine, const ranked_turns *t)
{
   const double sum = (double)sums[SUM], before = (double)t->turns;

   if (t->entries > 0 && steady != t->steady)
      return t->steady;
   if (fabs(sum - before) > ALIKE * before)
      return sum > before;
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
      const prof_sum *sums = gaps_of(o);
      ranked_turns *t;
      size_t routine;
      bool steady;

      if (sums == NULL)
         continue;
      steady = !is_on_line(sums);
      if (steady && !is_square(sums))
         continue;
      t = &found[o->owner.index];
      routine = routine_of(m, o->key);
      if (is_more(calls, sums, steady, routine, t))
         *t = (ranked_turns){
            .entries = (uint64_t)sums[GAPS], .turns = sums[SUM],
            .falls = sums[MOMENT] < sums[EVEN], .steady = steady,
            .work = (double)sums[SUM] / (double)sums[ALL],
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
