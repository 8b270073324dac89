/* Routines that cost more or less by what each call reads: see
   compare/by_input.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/by_input.h"
#include "base/memory.h"
#include "compare/pair_change.h"
#include "compare/same_input.h"

#include <math.h>
#include <stdlib.h>

/* A part of the difference of the total costs that is worth a row. */
#define LEAST_PART 0.05

static bool is_changed(const change_search *s, size_t pair)
{
   return causes_is_changed(&s->candidates[pair]);
}

/* Return the difference of a routine's own cost, if it is what each of as many
   calls reads that makes it, and it counts; else 0. */
static double step_by_input(const change_search *s, size_t pair)
{
   const matching *m = s->matching;
   const match_pair *p = &m->pairs[pair];
   const prof_tuple old = match_sums(m, p, MATCH_OLD);
   const prof_tuple new = match_sums(m, p, MATCH_NEW);
   const double step = (double)new.self.sum - (double)old.self.sum;
   const double all = (double)m->models[MATCH_NEW]->total.cost -
                      (double)m->models[MATCH_OLD]->total.cost;

   return same_input_ratio(m, pair) > 0 && !match_is_runtime(m, p) &&
          (new.trms > old.trms) == (step > 0) &&
          fabs(step) > s->threshold * (double)old.self.sum &&
          fabs(step) > fmax(LEAST_PART * fabs(all), s->threshold * s->total)
          ? step : 0;
}

/* Return whether a routine has no change of its own, or one whose factor at equal
   sizes has another direction than its cost in all. */
static bool is_open(const change_search *s, const change *c)
{
   return c->status == CHANGE_NONE ||
          (c->status == CHANGE_CONSTANT &&
           (same_input_ratio(s->matching, c->pair) > 1) != (c->ratio > 1));
}

void by_input_find(change_search *s)
{
   bool *below;

   if (!same_input_is(s->matching))
      return;
   below = causes_below(s, is_changed);
   for (size_t i = 0; i < s->matching->count; i++) {
      change_candidate *c = &s->candidates[i];
      /* Its own change at equal sizes is one as well. */
      const bool may = below[i] || c->change.status == CHANGE_CONSTANT;
      const double step = may && is_open(s, &c->change) ? step_by_input(s, i)
                                                        : 0;

      if (step != 0) {
         c->change.status = CHANGE_INPUT;
         c->change.confidence = 1;
         c->own = step;
         pair_change_judge(s, i);
      }
   }
   free(below);
}
