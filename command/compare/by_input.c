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
/* Likewise of the program's cost. */
#define LEAST_SHARE 1e-3

static bool is_changed(const change_search *s, size_t pair)
{
   return causes_is_changed(&s->candidates[pair]);
}

/* Return how much more or less a routine costs by itself: its self cost, and
   the calls that it makes more or less often, at the price of one before. */
static double own_step(const change_search *s, size_t pair)
{
   const match_pair *p = &s->matching->pairs[pair];
   const double whole = match_difference(s->matching, p);
   double step = (double)match_sums(s->matching, p, MATCH_NEW).self.sum -
                 (double)match_sums(s->matching, p, MATCH_OLD).self.sum;
   size_t first, past;

   call_deltas_of_caller(&s->deltas, pair, &first, &past);
   for (size_t i = first; i < past; i++) {
      const call_delta *edge = &s->deltas.list[i];
      const int side = edge->calls[MATCH_OLD] > 0 ? MATCH_OLD : MATCH_NEW;

      if (edge->callee != pair && edge->calls[side] > 0)
         step += (edge->calls[MATCH_NEW] - edge->calls[MATCH_OLD]) *
                 edge->costs[side] / edge->calls[side];
   }
   /* It is no more than what all its calls cost more: calls of a cheaper
      routine may have taken the place of others. */
   if (step * whole <= 0)
      return 0;
   return fabs(step) < fabs(whole) ? step : whole;
}

/* Return the difference of a routine's own cost, if it is what each of as many
   calls reads that makes it, and it counts; else 0. */
static double step_by_input(const change_search *s, size_t pair)
{
   const matching *m = s->matching;
   const match_pair *p = &m->pairs[pair];
   const prof_tuple old = match_sums(m, p, MATCH_OLD);
   const prof_tuple new = match_sums(m, p, MATCH_NEW);
   const double all = (double)m->models[MATCH_NEW]->total.cost -
                      (double)m->models[MATCH_OLD]->total.cost;
   double step;

   if (same_input_ratio(m, pair) == 0 || match_is_runtime(m, p))
      return 0;
   step = own_step(s, pair);
   return (new.trms > old.trms) == (step > 0) &&
          fabs(step) > s->threshold * (double)old.outermost &&
          fabs(step) > fmax(LEAST_PART * fabs(all), LEAST_SHARE * s->total)
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
