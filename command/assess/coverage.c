/* Coverage: for which part of the cost the growth is known.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/coverage.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"

#include <stdlib.h>
#include <string.h>

/* A part of the cost that decides what is said. */
#define HALF 0.5

bool coverage_wants_sizes(const assessment *a)
{
   if (!a->inferred)
      return a->points_trms < ASSESS_FEWEST_SIZES;
   return a->worst.growth.kind == GROWTH_UNDECIDED &&
          (a->worst.sizes_apart < ASSESS_FEWEST_SIZES ||
           a->worst.warnings & WARN_NARROW_RANGE);
}

/* Which of two neighbouring classes it is, matters little as long as both are
   on one side of n log n. */
static bool is_judged(const assessment *a)
{
   double worse;

   if (!a->inferred || a->worst.growth.kind == GROWTH_UNDECIDED)
      return false;
   worse = assess_superlinear(&a->worst);
   return a->worst.confidence >= VERDICT_LIKELY || worse >= VERDICT_LIKELY ||
          worse <= 1 - VERDICT_LIKELY;
}

bool coverage_is_undecided(const assessment *a)
{
   return a->inferred && !is_judged(a) && !coverage_wants_sizes(a);
}

coverage coverage_find(const order_ranking *ranking)
{
   coverage c = { 0, 0, 0 };
   double all = 0;

   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      const model_routine *r = &a->m->routines[a->routine];
      const double self = (double)a->sums.self.sum;

      if (runtime_objects_is_linker(a->m->objects[r->object].name))
         continue;
      all += self;
      if (is_judged(a))
         c.judged += self;
      else if (coverage_wants_sizes(a))
         c.few += self;
      else
         c.undecided += self;
   }
   if (all > 0) {
      c.judged /= all;
      c.few /= all;
      c.undecided /= all;
   }
   return c;
}

/* The routine with half of the work is of more interest than its callers. */
const assessment *coverage_unknown(const order_ranking *ranking)
{
   const assessment *best = NULL;
   double cost = 0;

   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;
      const model_routine *r = &a->m->routines[a->routine];
      const double all = runtime_objects_program_cost(a->m);
      const double self = (double)a->sums.self.sum;
      const double whole = (double)a->sums.outermost;
      const double weight = whole + (self >= HALF * all ? all : 0);

      if (!coverage_wants_sizes(a) || whole < HALF * all || weight <= cost ||
          (ranking->list[i].internal && strcmp(r->name, "main") != 0))
         continue;
      best = a;
      cost = weight;
   }
   return best;
}

char *coverage_advice(const assessment *unknown, const char *name)
{
   const model *m = unknown->m;
   const model_routine *r = &m->routines[unknown->routine];
   const prof_sum self = unknown->sums.self.sum;
   const double all = runtime_objects_program_cost(m);
   const cell share = cell_percent(unknown->sums.outermost, m->total.cost);
   const size_t sizes = unknown->points_trms;
   char percent[CELL_PERCENT];
   char *had = sizes == 0
      ? memory_string("it did not return (--open counts it)")
      : memory_format("it had %zu size%s of input%s", sizes,
                      sizes == 1 ? "" : "s", sizes < ASSESS_FEWEST_SIZES
                      ? "" : ", all near each other");
   char *text = memory_format(
      "How %s grows, %s %% of the run, is not known: %s%s.  Five or more "
      "inputs show it, each half as large again as the one before, if all "
      "profiles are reported together.", name, cell_short_percent(percent, &share), had,
      m->run_count > 1 ? " in all runs" : "");

   free(had);
   if ((double)self >= HALF * all && *r->file) {
      char *longer = memory_format(
         "%s  The work may be in routines that the compiler has inlined: "
         "with -fno-inline they have rows of their own.", text);

      free(text);
      text = longer;
   }
   return text;
}
