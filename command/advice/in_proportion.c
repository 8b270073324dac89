/* Runs whose costs are in proportion: see advice/in_proportion.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/in_proportion.h"
#include "advice/excess.h"
#include "assess/run_groups.h"
#include "base/memory.h"
#include "base/numbers.h"

#include <math.h>
#include <stdlib.h>

/* Groups of runs, at the least. */
#define LEAST_GROUPS 5
/* How many times the least input the greatest is, at the least. */
#define LEAST_RANGE 8.0
/* The cost of one more cell of the input from the middle third of the runs on, and
   from there to the costliest, is at the most so many times that of the cheapest
   third.  n log n stays below it from 200 elements on. */
#define MOST_DEARER 1.5
/* The costliest runs cost so many times the cheapest, at the least, for each time that
   their input is the cheapest's: else it is no measure of what there is to do. */
#define LEAST_COST 0.25

/* The part of what the larger runs read more that comes from outside, at the least, if
   that is the program's input. */
#define LEAST_OF_INPUT 0.5

/* Return whether costs y grow with x, and no faster than n log n, whatever part of x is
   the same in all runs. */
static bool is_even(const double *x, const double *y, size_t count)
{
   double slopes[RUN_GROUPS_THIRDS];

   return run_groups_slopes(x, y, count, slopes) &&
          fmax(slopes[1], slopes[2]) <= MOST_DEARER * slopes[0] &&
          slopes[2] <= MOST_DEARER * slopes[1];
}

/* Return whether x is a measure of what there is to do as well. */
static bool is_in_proportion(const double *x, const double *y, size_t count)
{
   const size_t last = count - 1;

   return is_even(x, y, count) && x[0] >= 1 && x[last] >= LEAST_RANGE * x[0] &&
          y[last] / y[0] >= LEAST_COST * x[last] / x[0];
}

/* Return the sentence.  Takes the words for the measure. */
static char *describe(const model *m, char *measure, const double *x, const double *y,
                      size_t last)
{
   char low[NUMBERS_TEXT], high[NUMBERS_TEXT], cheap[NUMBERS_TEXT], dear[NUMBERS_TEXT];
   char *text = memory_format(
      "The whole program has grown no faster than n log n: %s has grown %.0f times "
      "(from %s to %s), and the cost %.0f times (from %s to %s %s).", measure,
      x[last] / x[0], numbers_grouped(low, (prof_sum)(x[0] + .5)),
      numbers_grouped(high, (prof_sum)(x[last] + .5)), y[last] / y[0],
      numbers_grouped(cheap, (prof_sum)(y[0] + .5)),
      numbers_grouped(dear, (prof_sum)(y[last] + .5)), model_cost_name(m));

   free(measure);
   return text;
}

/* Set the numbers of the only argument that is one and grows, and return its place; 0:
   there is none, or several, of which none is the size. */
static size_t only_number(const run_groups *g, double *x)
{
   size_t found = 0, count = 0;

   for (size_t i = 1; run_groups_has_argument(g, i); i++)
      if (run_groups_numbers(g, i, x) && run_groups_vary(x, g->count)) {
         found = i;
         count++;
      }
   return count == 1 && run_groups_numbers(g, found, x) ? found : 0;
}

/* Set what the program reads from outside; return whether that is most of what the
   larger runs read more, and that is no other measure.  (Clocks and signals are the
   more the longer a run is.) */
static bool is_from_outside(const run_groups *g, const double *costs, double *x)
{
   const size_t last = g->count - 1;
   double more;

   run_groups_costs(g, RUN_COSTS_TRMS, x);
   more = x[last] - x[0];
   if (more > 0 && !is_even(x, costs, g->count))
      return false;
   run_groups_costs(g, RUN_COSTS_EXTERNAL, x);
   return x[last] - x[0] >= LEAST_OF_INPUT * more;
}

/* A number that costlier runs have greater is what the runs were made to differ in. */
static char *find(const run_groups *g, const double *costs, double *x)
{
   const size_t argument = only_number(g, x);

   if ((argument == 0 && !is_from_outside(g, costs, x)) ||
       !is_in_proportion(x, costs, g->count))
      return NULL;
   return describe(g->m, argument > 0
                            ? excess_argument_words(g->m, argument)
                            : memory_string("what the program reads from outside"),
                   x, costs, g->count - 1);
}

char *in_proportion_note(const model *m)
{
   run_groups g = run_groups_find(m);
   char *text = NULL;

   if (g.count >= LEAST_GROUPS) {
      double *costs = memory_new(g.count, sizeof *costs);
      double *x = memory_new(g.count, sizeof *x);

      run_groups_costs(&g, RUN_COSTS_COST, costs);
      text = find(&g, costs, x);
      free(x);
      free(costs);
   }
   run_groups_free(&g);
   return text;
}
