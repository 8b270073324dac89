/* The groups of runs: see assess/run_groups.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/run_groups.h"
#include "base/memory.h"
#include "profile/optional.h"
#include "profile/run_argument.h"
#include "profile/starts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
   const run_group *x = a, *y = b;

   return (x->number > y->number) - (x->number < y->number);
}

run_groups run_groups_find(const model *m)
{
   const model_owner owner = { MODEL_OF_ALL, 0, 0 };
   size_t past, first = optional_of(m, &owner, &past);
   run_groups g = { m, memory_new(past - first + 1, sizeof *g.list), 0 };

   if (model_starts(m) < 2 || model_is_of_programs(m))
      return g;
   for (size_t i = first; i < past; i++) {
      const model_optional *o = &m->optionals[i];
      run_group *next = &g.list[g.count];

      if (run_sums_is_group(o, RUN_COSTS_KEY, RUN_COSTS, &next->number)) {
         next->sums = o->sums;
         g.count++;
      }
   }
   qsort(g.list, g.count, sizeof *g.list, compare);
   return g;
}

void run_groups_free(run_groups *g)
{
   free(g->list);
   *g = (run_groups){ .list = NULL };
}

bool run_groups_work(const run_groups *g, size_t routine, const prof_sum **work)
{
   const model_owner owner = { MODEL_OF_ROUTINE, routine, 0 };
   size_t past;
   bool any = false;

   memset(work, 0, g->count * sizeof *work);
   for (size_t i = optional_of(g->m, &owner, &past); i < past; i++) {
      const model_optional *o = &g->m->optionals[i];
      long number;

      if (run_sums_is_group(o, RUN_WORK_KEY, RUN_WORK, &number))
         for (size_t k = 0; k < g->count; k++)
            if (g->list[k].number == number) {
               work[k] = o->sums;
               any = true;
            }
   }
   return any;
}

double run_groups_mean(const prof_sum *sums, int which)
{
   return (double)sums[which] / (double)sums[0];
}

void run_groups_costs(const run_groups *g, int which, double *values)
{
   for (size_t i = 0; i < g->count; i++)
      values[i] = run_groups_mean(g->list[i].sums, which);
}

bool run_groups_sizes(const run_groups *g, const prof_sum *const *work,
                      double *sizes)
{
   for (size_t i = 0; i < g->count; i++) {
      if (!work[i] || work[i][RUN_WORK_CALLS] != work[i][RUN_WORK_RUNS] ||
          work[i][RUN_WORK_RUNS] != g->list[i].sums[RUN_COSTS_RUNS])
         return false;
      sizes[i] = run_groups_mean(work[i], RUN_WORK_CELLS);
   }
   return true;
}

bool run_groups_has_argument(const run_groups *g, size_t argument)
{
   return g->m->run_count > 0 && argument <= RUN_ARGUMENTS &&
          g->m->runs[0].arguments[argument - 1] != NULL &&
          g->m->runs[0].arguments[argument] != NULL;
}

bool run_groups_numbers(const run_groups *g, size_t argument, double *numbers)
{
   if (run_argument_number(g->m->runs[0].arguments[argument]) == NULL)
      return false;
   for (size_t i = 0; i < g->count; i++) {
      char *key = memory_format(RUN_ARGUMENT_KEY "\t%ld\t%zu",
                                g->list[i].number, argument);
      const model_optional *o = optional_find(g->m, MODEL_OF_ALL, 0, key);

      free(key);
      if (!o || o->sum_count != RUN_ARGUMENT ||
          o->sums[RUN_ARGUMENT_RUNS] != g->list[i].sums[RUN_COSTS_RUNS])
         return false;
      numbers[i] = run_groups_mean(o->sums, RUN_ARGUMENT_NUMBER);
      if (i > 0 && numbers[i] <= numbers[i - 1])
         return false;
   }
   return true;
}

bool run_groups_slopes(const double *x, const double *y, size_t count,
                       double slopes[RUN_GROUPS_THIRDS])
{
   const size_t steps = count - 1, third = steps / RUN_GROUPS_THIRDS;
   const size_t cuts[] = { 0, third, steps - third, steps };

   for (size_t i = 0; i < steps; i++)
      if (x[i + 1] <= x[i] || y[i + 1] <= y[i])
         return false;
   for (int i = 0; i < RUN_GROUPS_THIRDS; i++)
      slopes[i] = (y[cuts[i + 1]] - y[cuts[i]]) / (x[cuts[i + 1]] - x[cuts[i]]);
   return true;
}

bool run_groups_vary(const double *x, size_t count)
{
   double least = x[0], most = x[0];

   for (size_t i = 1; i < count; i++) {
      least = fmin(least, x[i]);
      most = fmax(most, x[i]);
   }
   return least >= 1 && most >= RUN_GROUPS_RANGE * least;
}
