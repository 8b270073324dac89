/* Work that is a number of turns: see advice/by_number.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/by_number.h"
#include "advice/coverage.h"
#include "assess/ranked.h"
#include "profile/starts.h"

#include <math.h>

/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.25
/* Calls for each activation of the routine with the loop, at the least. */
#define LEAST_CALLS 100.0
/* Cost of a call, at the least. */
#define LEAST_WORK 64.0
/* The cost of a call is that of an element of the program's input, each: at the
   most so many basic blocks for a cell, at the least one for so many cells, in
   loops on vector registers and elements of several cells.  So are the calls,
   which are at most one for each character of a cell. */
#define MOST_BLOCKS 16.0
#define MOST_CELLS 64.0
#define LARGE_ELEMENT 256.0
#define CHARACTERS 4.0
/* Steps up to the loop. */
enum { STEPS = 12 };

/* Return whether a call does more than a loop within a loop over the characters
   that it reads. */
static bool is_by_number(double each, double cells)
{
   const double characters = CHARACTERS * cells;

   return each >= fmax(LEAST_WORK, characters * characters);
}

static bool is_of_input(const assessment *a, double each, double calls)
{
   const double input = (double)a->m->total.trms;

   return each <= MOST_BLOCKS * input && MOST_CELLS * each >= input &&
          calls <= CHARACTERS * input && LARGE_ELEMENT * calls >= input;
}

static size_t caller_with_loop(const assessment *a)
{
   const double calls = (double)a->sums.calls;
   size_t at = model_main_caller(a->m, a->routine);

   for (int step = 0; step < STEPS && at != RANKED_NONE; step++) {
      const prof_tuple sums = model_sums(a->m, at, MODEL_ALL_THREADS);

      if (calls >= LEAST_CALLS * fmax(1, (double)sums.calls))
         return at;
      at = model_main_caller(a->m, at);
   }
   return RANKED_NONE;
}

size_t by_number_caller(const assessment *a, double program_cost)
{
   const double self = (double)a->sums.self.sum;
   const double calls = (double)a->sums.calls;

   if (a->thread != MODEL_ALL_THREADS || model_starts(a->m) != 1 || calls == 0 ||
       self < LEAST_PART * program_cost ||
       !is_by_number(self / calls, (double)a->sums.trms / calls) ||
       !is_of_input(a, self / calls, calls) || !coverage_wants_sizes(a))
      return RANKED_NONE;
   return caller_with_loop(a);
}

prof_sum by_number_each(const assessment *a)
{
   return a->sums.self.sum / a->sums.calls;
}

size_t by_number_direct(const assessment *a)
{
   return model_main_caller(a->m, a->routine);
}
