/* Sizes and calls in several runs: see assess/run_sizes.h.

   A routine that goes through all data for each element is called as often as
   there are elements, on inputs of that size: 1,000 times on 1,000 cells in one
   run, 2,000 times on 2,000 cells in the next.  The points of both runs
   together show it, though each run has one size alone, so that neither the
   routine, which is linear, nor its caller, which may have one point a run,
   tells of the square.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/run_sizes.h"

#include "profile/optional.h"
#include "profile/run_sums.h"
#include "profile/starts.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From one group to the next there is no size between one and this many times
   it.  Sizes of one run that are spread evenly are a single group: else there
   would be more calls of the larger ones, too. */
#define GAP 1.25
/* A group with fewer calls in a run is no loop over the data. */
#define LEAST_CALLS 12
#define LEAST_GROUPS 4
/* The calls grow as a power of the size that is this one at the least (1: one
   call for each element), and the logarithms of both have this correlation. */
#define LEAST_POWER 0.5
#define LEAST_CORRELATION 0.9

/* A routine that each run calls once has inputs that differ by this factor, if
   the runs' inputs do.  Sizes are alike if nearly all cells are in sizes that
   are no more than ALIKE times a small one, below which a tenth of the cells
   is (FEW). */
#define OTHER_INPUT 2.0
#define ALIKE 1.5
#define FEW 0.1

/* What calls read is the same in all runs if it differs by no more than this factor,
   in so many groups of runs or more, whose costs are so many powers of the root of
   2 apart. */
#define SAME 1.05
#define SAME_GROUPS 3
#define COSTS_APART 3

/* Calls become more by this factor from run to run, at the least, and what each
   reads grows by this power of their number, at the most. */
#define MORE_CALLS 4.0
#define FLAT_POWER 0.1

/* Sums over groups, of the logarithms of size (x) and calls (y). */
typedef struct {
   double n, x, y, xx, xy, yy, least, greatest;
} groups;

/* Add a group of calls; runs: of which it has the sums. */
static void add_group(groups *g, double cells, double calls, double runs)
{
   const double size = cells / calls, each = calls / runs;
   const double x = log(size), y = log(each);

   if (!(each >= LEAST_CALLS) || !(size >= 1))
      return;
   g->least = g->n > 0 ? fmin(g->least, size) : size;
   g->greatest = fmax(g->greatest, size);
   g->n++;
   g->x += x;
   g->y += y;
   g->xx += x * x;
   g->xy += x * y;
   g->yy += y * y;
}

/* Return whether calls become more with their size. */
static bool is_growing(const groups *g, double range)
{
   double xx, xy, yy;

   if (g->n < LEAST_GROUPS || g->greatest < range * g->least)
      return false;
   xx = g->xx - g->x * g->x / g->n;
   xy = g->xy - g->x * g->y / g->n;
   yy = g->yy - g->y * g->y / g->n;
   return xy >= LEAST_POWER * xx && xy >= LEAST_CORRELATION * sqrt(xx * yy);
}

bool run_sizes_grow_with_calls(const model *m, size_t routine)
{
   size_t count;
   prof_tuple *points;
   groups g = { 0 };
   double last = 0, cells = 0, calls = 0;

   if (model_starts(m) < 2)
      return false;
   points = model_points(m, routine, MODEL_ALL_THREADS, PROF_TRMS, false,
                         &count);
   for (size_t i = 0; i < count; i++) {
      const double size = (double)points[i].size;

      if (calls > 0 && size > GAP * last) {
         add_group(&g, cells, calls, 1);
         cells = calls = 0;
      }
      last = size;
      cells += size * (double)points[i].calls;
      calls += (double)points[i].calls;
   }
   if (calls > 0)
      add_group(&g, cells, calls, 1);
   free(points);
   return is_growing(&g, RUN_SIZES_RANGE);
}

/* Return whether a record has the sums of a group of runs, and set its number.
   Processes of one start say nothing about others. */
static bool is_of_runs(const model *m, const model_optional *o, long *group)
{
   return run_sums_is_group(o, RUN_SUMS_KEY, RUN_SUMS, group) &&
          model_starts(m) > 1;
}

bool run_sizes_grow_by_run(const model *m, size_t caller, size_t callee,
                           double range)
{
   const model_owner owner = { MODEL_OF_EDGE, caller, callee };
   groups g = { 0 };
   size_t past;

   for (size_t i = optional_of(m, &owner, &past); i < past; i++) {
      const model_optional *o = &m->optionals[i];
      long group;

      if (is_of_runs(m, o, &group))
         add_group(&g, (double)o->sums[RUN_SUMS_CELLS],
                   (double)o->sums[RUN_SUMS_CALLS],
                   (double)o->sums[RUN_SUMS_RUNS]);
   }
   return is_growing(&g, range);
}

void run_sizes_most(const model *m, size_t caller, size_t callee, double *calls,
                    double *cells)
{
   const model_owner owner = { MODEL_OF_EDGE, caller, callee };
   double most_calls = 0, most_cells = 0;
   size_t past;

   for (size_t i = optional_of(m, &owner, &past); i < past; i++) {
      const model_optional *o = &m->optionals[i];
      long group;

      if (is_of_runs(m, o, &group)) {
         const double runs = (double)o->sums[RUN_SUMS_RUNS];

         most_calls = fmax(most_calls, (double)o->sums[RUN_SUMS_CALLS] / runs);
         most_cells = fmax(most_cells, (double)o->sums[RUN_SUMS_CELLS] / runs);
      }
   }
   if (most_calls > 0) {
      *calls = most_calls;
      *cells = most_cells;
   }
}

bool run_sizes_stay(const model *m, size_t caller, size_t callee)
{
   const model_owner owner = { MODEL_OF_EDGE, caller, callee };
   double least = INFINITY, most = 0;
   long first = LONG_MAX, last = LONG_MIN;
   size_t past, count = 0;

   for (size_t i = optional_of(m, &owner, &past); i < past; i++) {
      const model_optional *o = &m->optionals[i];
      double cells;
      long group;

      if (!is_of_runs(m, o, &group))
         continue;
      cells = (double)o->sums[RUN_SUMS_CELLS] / (double)o->sums[RUN_SUMS_RUNS];
      least = fmin(least, cells);
      most = fmax(most, cells);
      first = group < first ? group : first;
      last = group > last ? group : last;
      count++;
   }
   return count >= SAME_GROUPS && last - first >= COSTS_APART &&
          most <= SAME * least;
}

bool run_sizes_number_grows(const model *m, size_t caller, size_t callee)
{
   const model_owner owner = { MODEL_OF_EDGE, caller, callee };
   double fewest = INFINITY, most = 0, least = INFINITY, greatest = 0;
   size_t past, count = 0;

   for (size_t i = optional_of(m, &owner, &past); i < past; i++) {
      const model_optional *o = &m->optionals[i];
      double calls, size;
      long group;

      if (!is_of_runs(m, o, &group) ||
          o->sums[RUN_SUMS_CALLS] == 0)
         continue;
      calls = (double)o->sums[RUN_SUMS_CALLS] / (double)o->sums[RUN_SUMS_RUNS];
      size = (double)o->sums[RUN_SUMS_CELLS] / (double)o->sums[RUN_SUMS_CALLS];
      fewest = fmin(fewest, calls);
      most = fmax(most, calls);
      least = fmin(least, size);
      greatest = fmax(greatest, size);
      count++;
   }
   return count >= SAME_GROUPS && most >= MORE_CALLS * fewest &&
          greatest <= pow(most / fewest, FLAT_POWER) * least;
}

/* Return whether a routine that each run calls once has sizes that differ. */
static bool inputs_differ(const model *m)
{
   for (size_t i = 0; i < m->routine_count; i++) {
      size_t count;
      prof_tuple *points = model_points(m, i, MODEL_ALL_THREADS, PROF_TRMS,
                                        false, &count);
      uint64_t calls = 0;
      bool differ;

      for (size_t k = 0; k < count; k++)
         calls += points[k].calls;
      differ = calls == m->run_count && points[0].size > 0 &&
               (double)points[count - 1].size >=
                  OTHER_INPUT * (double)points[0].size;
      free(points);
      if (differ)
         return true;
   }
   return false;
}

bool run_sizes_are_alike(const model *m, size_t routine)
{
   size_t count;
   prof_tuple *points;
   double cells = 0, below = 0, within = 0, least = 0;

   if (model_starts(m) < 2)
      return false;
   points = model_points(m, routine, MODEL_ALL_THREADS, PROF_TRMS, false,
                         &count);
   for (size_t i = 0; i < count; i++)
      cells += (double)points[i].size * (double)points[i].calls;
   for (size_t i = 0; i < count; i++) {
      const double size = (double)points[i].size;
      const double read = size * (double)points[i].calls;

      below += read;
      if (least == 0 && below >= FEW * cells)
         least = size;
      if (least > 0 && size <= ALIKE * least)
         within += read;
   }
   free(points);
   return cells > 0 && within >= (1 - 2 * FEW) * cells && inputs_differ(m);
}
