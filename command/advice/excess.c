/* Excess: see advice/excess.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/excess.h"
#include "base/memory.h"
#include "profile/optional.h"
#include "profile/run_argument.h"
#include "profile/run_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Groups of runs, and how many times the least input the greatest is, at the
   least. */
#define LEAST_GROUPS 4
#define LEAST_RANGE 2.0
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
/* A routine with a smaller part of the run is not what has the input. */
#define MOST_OF_RUN 0.5
/* A smaller part of the cost of the costliest runs is no excess: n log n, and
   an input that grows a little less than what the program makes of it. */
#define LEAST_EXCESS 0.4
/* A smaller part of the excess is not named. */
#define LEAST_PART 0.1

/* The groups of runs, the cheapest first. */
typedef struct {
   long number;
   const prof_sum *sums;              /* RUN_COSTS */
} group;

typedef struct {
   const model *m;
   group *groups;
   size_t count;
} groups;

static int compare(const void *a, const void *b)
{
   const group *x = a, *y = b;

   return (x->number > y->number) - (x->number < y->number);
}

/* Return the number of the group of a record with that key and so many sums;
   false: it is another record. */
static bool is_of_group(const model_optional *o, const char *key, size_t sums,
                        long *number)
{
   const size_t length = strlen(key);

   if (strncmp(o->key, key, length) != 0 || o->key[length] != '\t' ||
       o->sum_count != sums || o->sums[0] == 0)
      return false;
   *number = strtol(o->key + length + 1, NULL, 10);
   return true;
}

static groups find_groups(const model *m)
{
   const model_owner owner = { MODEL_OF_ALL, 0, 0 };
   size_t past, first = optional_of(m, &owner, &past);
   groups g = { m, memory_new(past - first + 1, sizeof *g.groups), 0 };

   for (size_t i = first; i < past; i++) {
      const model_optional *o = &m->optionals[i];
      group *next = &g.groups[g.count];

      if (is_of_group(o, RUN_COSTS_KEY, RUN_COSTS, &next->number)) {
         next->sums = o->sums;
         g.count++;
      }
   }
   qsort(g.groups, g.count, sizeof *g.groups, compare);
   return g;
}

/* Find the sums of a routine in each group; NULL where it has no part.  Return
   whether there are any. */
static bool find_work(const groups *g, size_t routine, const prof_sum **work)
{
   const model_owner owner = { MODEL_OF_ROUTINE, routine, 0 };
   size_t past;
   bool any = false;

   memset(work, 0, g->count * sizeof *work);
   for (size_t i = optional_of(g->m, &owner, &past); i < past; i++) {
      const model_optional *o = &g->m->optionals[i];
      long number;

      if (is_of_group(o, RUN_WORK_KEY, RUN_WORK, &number))
         for (size_t k = 0; k < g->count; k++)
            if (g->groups[k].number == number) {
               work[k] = o->sums;
               any = true;
            }
   }
   return any;
}

static double mean(const prof_sum *sums, int which)
{
   return (double)sums[which] / (double)sums[0];
}

static void set_costs(const groups *g, int which, double *values)
{
   for (size_t i = 0; i < g->count; i++)
      values[i] = mean(g->groups[i].sums, which);
}

/* Set the sizes of a routine that each run calls once; return whether it is
   one. */
static bool set_sizes(const groups *g, const prof_sum *const *work,
                      double *sizes)
{
   for (size_t i = 0; i < g->count; i++) {
      if (!work[i] || work[i][RUN_WORK_CALLS] != work[i][RUN_WORK_RUNS] ||
          work[i][RUN_WORK_RUNS] != g->groups[i].sums[RUN_COSTS_RUNS])
         return false;
      sizes[i] = mean(work[i], RUN_WORK_CELLS);
   }
   return true;
}

/* Return whether the first run has that argument, and all before it. */
static bool is_argument(const model *m, size_t argument)
{
   return m->run_count > 0 && argument <= RUN_ARGUMENTS &&
          m->runs[0].arguments[argument - 1] != NULL &&
          m->runs[0].arguments[argument] != NULL;
}

/* Set the numbers that the runs have as an argument; return whether all have, and
   costlier runs have greater ones: others say something else than a size. */
static bool set_numbers(const groups *g, size_t argument, double *numbers)
{
   if (run_argument_number(g->m->runs[0].arguments[argument]) == NULL)
      return false;
   for (size_t i = 0; i < g->count; i++) {
      char *key = memory_format(RUN_ARGUMENT_KEY "\t%ld\t%zu",
                                g->groups[i].number, argument);
      const model_optional *o = optional_find(g->m, MODEL_OF_ALL, 0, key);

      free(key);
      if (!o || o->sum_count != RUN_ARGUMENT ||
          o->sums[RUN_ARGUMENT_RUNS] != g->groups[i].sums[RUN_COSTS_RUNS])
         return false;
      numbers[i] = mean(o->sums, RUN_ARGUMENT_NUMBER);
      if (i > 0 && numbers[i] <= numbers[i - 1])
         return false;
   }
   return true;
}

static bool varies(const double *x, size_t count)
{
   double least = x[0], most = x[0];

   for (size_t i = 1; i < count; i++) {
      least = fmin(least, x[i]);
      most = fmax(most, x[i]);
   }
   return least >= 1 && most >= LEAST_RANGE * least;
}

/* Return whether costs y grow ever faster with the input x. */
static bool is_superlinear(const double *x, const double *y, size_t count)
{
   const size_t steps = count - 1, third = steps / 3;
   const size_t cuts[] = { 0, third, steps - third, steps };
   double slopes[3];

   for (size_t i = 0; i < steps; i++)
      if (x[i + 1] <= x[i] || y[i + 1] <= y[i])
         return false;
   if (x[steps] - x[steps - 1] < LEAST_STEP * (x[steps] - x[0]) /
                                 (double)steps)
      return false;
   for (int i = 0; i < 3; i++)
      slopes[i] = (y[cuts[i + 1]] - y[cuts[i]]) /
                  (x[cuts[i + 1]] - x[cuts[i]]);
   return slopes[1] >= EACH_THIRD * slopes[0] &&
          slopes[2] >= EACH_THIRD * slopes[1] &&
          slopes[2] >= OVERALL * slopes[0];
}

/* Return what of the costs y is above a line through the first two. */
static double above_line(const double *x, const double *y, size_t count)
{
   const double slope = (y[1] - y[0]) / (x[1] - x[0]);
   const double line = y[0] + fmax(slope, 0) * (x[count - 1] - x[0]);

   return fmax(y[count - 1] - line, 0);
}

/* Keep a measure of the input if it is the widest so far; return false if the
   costs are in proportion to it: then they are what the input explains.  which:
   the routine, or the argument. */
static bool consider(excess *e, excess_kind kind, size_t which,
                     const double *x, const double *y, size_t count,
                     double *chosen)
{
   if (!varies(x, count))
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

/* Set by what the input is measured; false: the costs do not grow faster. */
static bool find_input(const groups *g, const double *costs, excess *e,
                       double *chosen)
{
   const size_t count = g->count;
   const double half = MOST_OF_RUN * (double)g->m->total.cost;
   double *x = memory_new(count, sizeof *x);
   const prof_sum **work = memory_new(count, sizeof *work);
   bool can;

   set_costs(g, RUN_COSTS_EXTERNAL, x);
   can = consider(e, EXCESS_EXTERNAL, 0, x, costs, count, chosen);
   set_costs(g, RUN_COSTS_TRMS, x);
   can = can && consider(e, EXCESS_TOTAL, 0, x, costs, count, chosen);
   for (size_t i = 0; can && i < g->m->routine_count; i++)
      if (find_work(g, i, work) && set_sizes(g, work, x) &&
          (double)model_sums(g->m, i, MODEL_ALL_THREADS).outermost >= half)
         can = consider(e, EXCESS_ROUTINE, i, x, costs, count, chosen);
   /* A number need not be a size: what the program reads from outside is one. */
   for (size_t i = 1; can && is_argument(g->m, i); i++)
      if (!(e->found && e->kind == EXCESS_EXTERNAL) && set_numbers(g, i, x))
         can = consider(e, EXCESS_ARGUMENT, i, x, costs, count, chosen);
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

static void find_parts(const groups *g, const double *input, double above,
                       excess *e)
{
   const prof_sum **work = memory_new(g->count, sizeof *work);
   double *selfs = memory_new(g->count, sizeof *selfs);
   const size_t last = g->count - 1;

   for (size_t i = 0; i < g->m->routine_count; i++) {
      excess_part p = { .routine = i };

      if (!find_work(g, i, work) || !work[last])
         continue;
      for (size_t k = 0; k <= last; k++)
         selfs[k] = work[k] ? mean(work[k], RUN_WORK_SELF) *
                              (double)work[k][RUN_WORK_RUNS] /
                              (double)g->groups[k].sums[RUN_COSTS_RUNS] : 0;
      p.part = above_line(input, selfs, g->count) / above;
      if (p.part < LEAST_PART)
         continue;
      p.calls.least = work[0] ? mean(work[0], RUN_WORK_CALLS) : 0;
      p.calls.most = mean(work[last], RUN_WORK_CALLS);
      p.self = (excess_range){ selfs[0], selfs[last] };
      insert(e, &p);
   }
   for (size_t i = 0; i < e->count; i++)
      e->parts[i].caller = model_main_caller(g->m, e->parts[i].routine);
   free(selfs);
   free(work);
}

excess excess_find(const model *m)
{
   excess e = { .found = false };
   groups g = find_groups(m);
   double *costs, *input, above;

   if (g.count < LEAST_GROUPS) {
      free(g.groups);
      return e;
   }
   costs = memory_new(g.count, sizeof *costs);
   input = memory_new(g.count, sizeof *input);
   set_costs(&g, RUN_COSTS_COST, costs);
   if (find_input(&g, costs, &e, input)) {
      above = above_line(input, costs, g.count);
      e.input = (excess_range){ input[0], input[g.count - 1] };
      e.cost = (excess_range){ costs[0], costs[g.count - 1] };
      e.part = above / e.cost.most;
      e.found = e.part >= LEAST_EXCESS;
      if (e.found)
         find_parts(&g, input, above, &e);
   }
   free(input);
   free(costs);
   free(g.groups);
   return e;
}
