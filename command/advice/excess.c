/* Excess: see advice/excess.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/excess.h"
#include "assess/run_groups.h"
#include "assess/own_code.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Groups of runs, at the least. */
#define LEAST_GROUPS 4
/* Most of the input may be what each run reads at its start, such as libraries
   and tables, whatever else it reads.  Then it grows by this number of cells, at
   the least, which is more than a number has that gets longer; and by chance
   that many groups hardly have ever more of it. */
#define LEAST_MORE 64.0
#define LEAST_GROUPS_MORE 6
/* The cost of one more cell of input gets larger from the cheapest third of the
   groups to the middle one, and from there to the costliest, by this factor,
   and by OVERALL in all.  n log n stays below both from 1,000 elements on, and
   a cost of a cell that is higher beyond some size grows once only. */
#define EACH_THIRD 1.15
#define OVERALL 1.7
/* The last step of the input, as a part of the mean one, at the least.  If the
   steps get smaller while the costs do not, then it is no measure of what the
   runs differ in: such as the cells of a table that is full in the end. */
#define LEAST_STEP 0.5
/* The part of what the larger runs read more that comes from outside, at the least, if
   that is to be the program's input. */
#define LEAST_OF_INPUT 0.1
/* Runs whose inputs differ by fewer cells than LEAST_MORE, which is what a number has
   that gets longer, differ in what it tells them to do if the costliest costs so
   many times the cheapest. */
#define OTHER_WORK 4.0
/* A routine with a smaller part of the run is not what has the input. */
#define MOST_OF_RUN 0.5
/* A smaller part of the cost of the costliest runs is no excess: n log n, and
   an input that grows a little less than what the program makes of it. */
#define LEAST_EXCESS 0.4
/* A smaller part of the excess is not named. */
#define LEAST_PART 0.1

static bool gets_more(const double *x, size_t count)
{
   return count >= LEAST_GROUPS_MORE && x[count - 1] - x[0] >= LEAST_MORE;
}

/* Return whether costs y grow ever faster with the input x, whatever part of it
   is the same in all runs. */
static bool is_superlinear(const double *x, const double *y, size_t count)
{
   const size_t steps = count - 1;
   double slopes[RUN_GROUPS_THIRDS];

   if (!run_groups_slopes(x, y, count, slopes))
      return false;
   if (x[steps] - x[steps - 1] < LEAST_STEP * (x[steps] - x[0]) /
                                 (double)steps)
      return false;
   return slopes[1] >= EACH_THIRD * slopes[0] &&
          slopes[2] >= EACH_THIRD * slopes[1] &&
          slopes[2] >= OVERALL * slopes[0];
}

/* Return the slope between two neighbouring points. */
static double slope_at(const double *x, const double *y, size_t i)
{
   return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

/* Return what of the costs y is above a line through the first two. */
static double above_line(const double *x, const double *y, size_t count)
{
   const double slope = slope_at(x, y, 0);
   const double line = y[0] + fmax(slope, 0) * (x[count - 1] - x[0]);

   return fmax(y[count - 1] - line, 0);
}

/* Return what of the costs y an input does not explain that is the same in all
   runs, or `x` in each of them. */
static double beyond(const excess *e, const double *x, const double *y,
                     size_t count)
{
   return e->kind == EXCESS_SAME ? fmax(y[count - 1] - y[0], 0)
                                 : above_line(x, y, count);
}

/* Keep a measure of the input if it is the widest so far; return false if the
   costs are in proportion to it: then they are what the input explains.  which:
   the routine, or the argument; can_vary: whether the measure is wide enough. */
static bool consider(excess *e, excess_kind kind, size_t which,
                     bool (*can_vary)(const double *, size_t),
                     const double *x, const double *y, size_t count,
                     double *chosen)
{
   if (!can_vary(x, count))
      return true;
   if (!is_superlinear(x, y, count))
      return false;
   /* What a program reads from outside is its input, whatever a routine's
      is. */
   if (!e->found || (kind == e->kind &&
        x[count - 1] / x[0] > chosen[count - 1] / chosen[0])) {
      e->found = true;
      e->kind = kind;
      *(kind == EXCESS_ARGUMENT ? &e->argument : &e->routine) = which;
      memcpy(chosen, x, count * sizeof *x);
   }
   return true;
}

static bool rises(const double *x, size_t count)
{
   for (size_t i = 1; i < count; i++)
      if (x[i] <= x[i - 1])
         return false;
   return true;
}

/* Return whether what is read from outside is a small part of what the larger runs
   read more: clocks and signals in a program that reads no more from outside, which
   are the more the longer it runs. */
static bool is_aside(const double *external, const double *trms, size_t last)
{
   return external[last] - external[0] < LEAST_OF_INPUT * (trms[last] - trms[0]);
}

/* Consider what the whole program reads.  Beside what all runs read, a few cells by
   chance may be as many as there are more of the input: then the sum of both is no
   measure. */
static bool consider_program(const run_groups *g, const double *costs, excess *e,
                             bool (*can_vary)(const double *, size_t),
                             double *chosen)
{
   double *external = memory_new(g->count, sizeof *external);
   double *trms = memory_new(g->count, sizeof *trms);
   bool can;

   run_groups_costs(g, RUN_COSTS_EXTERNAL, external);
   run_groups_costs(g, RUN_COSTS_TRMS, trms);
   can = consider(e, EXCESS_EXTERNAL, 0, can_vary, external, costs, g->count,
                  chosen) ||
         is_aside(external, trms, g->count - 1);
   if (can_vary != gets_more || rises(trms, g->count))
      can = can && consider(e, EXCESS_TOTAL, 0, can_vary, trms, costs, g->count,
                            chosen);
   free(trms);
   free(external);
   return can;
}

/* Consider that the input is the same, though the costs are not: a script may say
   up to which number it counts. */
static void consider_same(const run_groups *g, const double *costs, excess *e,
                          double *chosen)
{
   const size_t last = g->count - 1;
   double least, most;

   run_groups_costs(g, RUN_COSTS_EXTERNAL, chosen);
   least = most = chosen[0];
   for (size_t i = 1; i <= last; i++) {
      least = fmin(least, chosen[i]);
      most = fmax(most, chosen[i]);
   }
   e->found = least >= 1 && most - least < LEAST_MORE &&
              costs[last] >= OTHER_WORK * costs[0];
   e->kind = EXCESS_SAME;
   e->cost_count = g->count <= EXCESS_COSTS ? g->count : 0;
   for (size_t i = 0; i < e->cost_count; i++)
      e->costs[i] = costs[i];
}

/* Set by what the input is measured; false: the costs do not grow faster. */
static bool find_input(const run_groups *g, const double *costs, excess *e,
                       double *chosen)
{
   const size_t count = g->count;
   const double half = MOST_OF_RUN * (double)g->m->total.cost;
   double *x = memory_new(count, sizeof *x);
   const prof_sum **work = memory_new(count, sizeof *work);
   bool can = consider_program(g, costs, e, run_groups_vary, chosen);

   for (size_t i = 0; can && i < g->m->routine_count; i++)
      if (run_groups_work(g, i, work) && run_groups_sizes(g, work, x) &&
          (double)model_sums(g->m, i, MODEL_ALL_THREADS).outermost >= half)
         can = consider(e, EXCESS_ROUTINE, i, run_groups_vary, x, costs, count,
                        chosen);
   /* A number need not be a size: what the program reads from outside is one. */
   for (size_t i = 1; can && run_groups_has_argument(g, i); i++)
      if (!(e->found && e->kind == EXCESS_EXTERNAL) && run_groups_numbers(g, i, x))
         can = consider(e, EXCESS_ARGUMENT, i, run_groups_vary, x, costs, count,
                        chosen);
   if (can && !e->found)
      can = consider_program(g, costs, e, gets_more, chosen);
   if (can && !e->found)
      consider_same(g, costs, e, chosen);
   e->found = e->found && can;
   free(work);
   free(x);
   return e->found;
}

static void insert(excess *e, const excess_part *p)
{
   size_t at = e->count < EXCESS_MOST ? e->count++ : EXCESS_MOST;

   for (; at > 0 && e->parts[at - 1].part < p->part; at--)
      if (at < EXCESS_MOST)
         e->parts[at] = e->parts[at - 1];
   if (at < EXCESS_MOST)
      e->parts[at] = *p;
}

/* Set the caller.  What is below a routine of the C library says little to
   those who call it from a program. */
static void set_caller(const model *m, excess_part *p)
{
   const own_code above = own_code_above(m, p->routine);

   p->below = above.routine != SIZE_MAX && above.called != p->routine;
   p->caller = above.routine != SIZE_MAX ? above.routine
                                         : model_main_caller(m, p->routine);
}

static void find_parts(const run_groups *g, const double *input, double above,
                       excess *e)
{
   const prof_sum **work = memory_new(g->count, sizeof *work);
   double *selfs = memory_new(g->count, sizeof *selfs);
   const size_t last = g->count - 1;

   for (size_t i = 0; i < g->m->routine_count; i++) {
      excess_part p = { .routine = i };

      if (!run_groups_work(g, i, work) || !work[last])
         continue;
      for (size_t k = 0; k <= last; k++)
         selfs[k] = work[k] ? run_groups_mean(work[k], RUN_WORK_SELF) *
                              (double)work[k][RUN_WORK_RUNS] /
                              (double)g->list[k].sums[RUN_COSTS_RUNS] : 0;
      p.part = beyond(e, input, selfs, g->count) / above;
      if (p.part < LEAST_PART)
         continue;
      p.calls.least = work[0] ? run_groups_mean(work[0], RUN_WORK_CALLS) : 0;
      p.calls.most = run_groups_mean(work[last], RUN_WORK_CALLS);
      p.self = (excess_range){ selfs[0], selfs[last] };
      insert(e, &p);
   }
   for (size_t i = 0; i < e->count; i++)
      set_caller(g->m, &e->parts[i]);
   free(selfs);
   free(work);
}

excess excess_find(const model *m)
{
   excess e = { .found = false };
   run_groups g = run_groups_find(m);
   double *costs, *input, above;

   if (g.count < LEAST_GROUPS) {
      run_groups_free(&g);
      return e;
   }
   costs = memory_new(g.count, sizeof *costs);
   input = memory_new(g.count, sizeof *input);
   run_groups_costs(&g, RUN_COSTS_COST, costs);
   if (find_input(&g, costs, &e, input)) {
      above = beyond(&e, input, costs, g.count);
      e.input = (excess_range){ input[0], input[g.count - 1] };
      e.cost = (excess_range){ costs[0], costs[g.count - 1] };
      if (e.kind != EXCESS_SAME) {
         e.at_first = slope_at(input, costs, 0);
         e.in_the_end = slope_at(input, costs, g.count - 2);
      }
      e.part = above / e.cost.most;
      e.found = e.part >= LEAST_EXCESS;
      if (e.found)
         find_parts(&g, input, above, &e);
   }
   free(input);
   free(costs);
   run_groups_free(&g);
   return e;
}
