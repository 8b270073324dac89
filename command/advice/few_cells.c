/* Very much work on a few cells.

   A regular expression that tries all ways goes through the same characters
   again and again, in one call: no caller has a loop, no size gets larger, and
   each character more may double the cost.  But the work is out of all
   proportion to what the call reads, even for three loops within each other.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/few_cells.h"
#include "advice/nameless.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "names/shorten.h"
#include "profile/starts.h"

#include <stdlib.h>

/* A smaller part of the program's cost does not matter. */
#define LEAST_PART 0.5
/* ... of which the routine does so much itself: Perl's matcher has a helper. */
#define LEAST_SELF 0.25
/* The cost of a call, at the least, as a multiple of the cube of its cells.
   (Of regular expressions on 16 to 24 characters it is 27 to 350; of a loop of
   a script that runs half a million times, 5.) */
#define LEAST_CUBES 16.0

static bool is_few(const prof_tuple *point)
{
   const double cells = (double)point->size;

   return point->size > 0 &&
          (double)point->cost.max >= LEAST_CUBES * cells * cells * cells;
}

/* Return the cost of all calls on too few cells, and the dearest size. */
static double cost_of_few(assessment *a, prof_tuple *dearest)
{
   const prof_tuple *points = assess_points(a);
   double cost = 0;

   *dearest = (prof_tuple){ 0 };
   for (size_t i = 0; i < a->points_trms; i++)
      if (is_few(&points[i])) {
         cost += (double)points[i].outermost;
         if (points[i].cost.max > dearest->cost.max)
            *dearest = points[i];
      }
   return cost;
}

static char *describe(const assessment *a, const prof_tuple *dearest)
{
   const cell share = cell_percent(a->sums.outermost, a->m->total.cost);
   char cells[NUMBERS_TEXT], cost[NUMBERS_TEXT], percent[CELL_PERCENT];
   char *name = shorten_in_sentence(a->m->routines[a->routine].shown);
   char *caller = nameless_caller(a->m, a->routine);
   char *text = memory_format(
      "%s%s%s has %s %% of the cost, and reads very little for it: a call on "
      "%s cells took %s %s.  It runs as often as a number says, fills memory, "
      "which is no input, or tries all ways, as a regular expression may: then "
      "each character more can double the cost.",
      name, caller, *caller ? "," : "", cell_short_percent(percent, &share),
      numbers_grouped(cells, dearest->size),
      numbers_grouped(cost, dearest->cost.max),
      model_cost_name(a->m));

   free(caller);
   free(name);
   return text;
}

char *few_cells_note(const order_ranking *ranking)
{
   const assessment *found = NULL;
   prof_tuple dearest;
   double cost;

   if (ranking->count == 0 || model_starts(ranking->list[0].assessment->m) != 1)
      return NULL;
   cost = runtime_objects_program_cost(ranking->list[0].assessment->m);
   /* Of a program without routines that count, only the start is there. */
   if (cost <= 0)
      return NULL;
   for (size_t i = 0; i < ranking->count; i++) {
      assessment *a = ranking->list[i].assessment;
      prof_tuple point;

      if (a->thread == MODEL_ALL_THREADS &&
          (double)a->sums.self.sum >= LEAST_SELF * cost &&
          (found == NULL || a->sums.self.sum > found->sums.self.sum) &&
          !assess_size_is_given(a->m, a->routine) &&
          cost_of_few(a, &point) >= LEAST_PART * cost) {
         found = a;
         dearest = point;
      }
   }
   return found ? describe(found, &dearest) : NULL;
}
