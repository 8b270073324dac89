/* Which routines are the cause of what has changed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/causes.h"
#include "base/memory.h"
#include "names/library_code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of a change below which a routine is no cause: if it is known exactly
   what the callees explain, and if that is estimated. */
#define EXACT_PART 0.01
#define ROUGH_PART 0.25
/* Part of a routine's difference, at the least, that a cause below it
   explains. */
#define TAINTED_PART 0.1

/* --- which part of a change is whose --- */

bool causes_is_changed(const change_candidate *c)
{
   return c->change.status == CHANGE_CLASS ||
          c->change.status == CHANGE_EXPONENT ||
          c->change.status == CHANGE_CONSTANT;
}

/* Return whether a routine is cheaper at equal sizes and dearer for its caller,
   or the other way round: then the caller gives it other sizes. */
static bool has_other_sizes(const change_candidate *c, double excess)
{
   return causes_is_changed(c) && c->costs.ratio > 0 &&
          (c->costs.ratio < 1 ? excess > 0 : excess < 0);
}

/* Return whether that is the caller's change.  If the common sizes make up so
   little of the cost that other sizes matter, then they prove nothing. */
static bool is_by_sizes(const change_candidate *callee, double excess)
{
   return callee->costs.covered >= COMPARE_COVERED &&
          has_other_sizes(callee, excess);
}

/* Return how much of a caller's excess comes from one callee that is costlier
   than before.  By calls: beyond what as many calls as now would have cost at
   the price that this caller paid before.  By sizes: beyond the callee's old
   cost at equal sizes. */
static double explained_by(const call_delta *edge,
                           const change_candidate *callee, bool by_calls)
{
   const double *calls = edge->calls, *costs = edge->costs;

   if (callee->stands_alone)
      return costs[1] - costs[0];
   if (!callee->carrier || calls[0] == 0 || calls[1] == 0)
      return 0;
   if (by_calls || callee->costs.ratio == 0 ||
       callee->change.status == CHANGE_INPUT) {
      const double excess = costs[1] - costs[0] * (calls[1] / calls[0]);

      return edge->caller != edge->callee && is_by_sizes(callee, excess)
             ? 0 : excess;
   }
   return costs[1] * (1 - 1 / callee->costs.ratio);
}

/* Return the unexplained rest of a caller's excess. */
static double unexplained(const change_search *s, const change_candidate *c,
                          double excess, bool by_calls)
{
   size_t first, past;

   call_deltas_of_caller(&s->deltas, c->change.pair, &first, &past);
   for (size_t i = first; i < past; i++) {
      const call_delta *edge = &s->deltas.list[i];

      excess -= explained_by(edge, &s->candidates[edge->callee], by_calls);
   }
   return excess;
}

/* Find the part of a change that is the routine's own.  If there are as many
   calls as before, then everything is exact: the costs of a routine are its
   self costs and those of its edges.  Else there are two estimates, and a
   change that one of them explains is explained.  The estimate at equal sizes
   counts as much as those sizes make up of the cost. */
static void find_cause(const change_search *s, change_candidate *c)
{
   const comparison *costs = &c->costs;
   const double times = costs->calls[1] / costs->calls[0];
   const double excess = costs->costs[1] - costs->costs[0] * times;
   double outer = costs->outermost[1] - costs->outermost[0] * times;
   const bool other_sizes = has_other_sizes(c, excess);
   const bool as_many = costs->calls[0] == costs->calls[1] &&
                        !is_by_sizes(c, excess);
   double known = 1, by_calls;

   by_calls = c->own = unexplained(s, c, excess, true);
   if (!as_many) {
      const double other = unexplained(s, c, c->excess, false);

      if (fabs(other) < fabs(c->own)) {
         c->own = other;
         outer = c->outer;
         known = costs->covered;
      }
   }
   c->cause = known * fabs(c->own) >
                 s->threshold * (costs->outermost[1] - outer) &&
              fabs(c->own) > (as_many ? EXACT_PART : ROUGH_PART) *
                             fabs(outer);
   /* The costs at common sizes are only a part of what a class is about. */
   if (c->cause && c->change.status != CHANGE_CONSTANT && other_sizes)
      c->own = by_calls;
}

/* Return whether a routine costs something else, at some size that both sides
   have or in all: the points leave out calls that are pending at the end, where
   a program exits from within them. */
static bool costs_differ(const change_search *s, const change_candidate *c)
{
   const match_pair *p = &s->matching->pairs[c->change.pair];
   const double old =
      (double)match_sums(s->matching, p, MATCH_OLD).outermost;

   return c->costs.touched ||
          fabs(match_difference(s->matching, p)) > s->threshold * old;
}

/* Mark the callers of carriers, and their callers, if their cost has changed. */
static void spread_carriers(change_search *s)
{
   bool again;

   do {
      again = false;
      for (size_t i = 0; i < s->deltas.count; i++) {
         const call_delta *edge = &s->deltas.list[i];
         change_candidate *caller = &s->candidates[edge->caller];

         if (costs_differ(s, caller) && !caller->carrier &&
             s->candidates[edge->callee].carrier) {
            caller->carrier = true;
            again = true;
         }
      }
   } while (again);
}

/* Return whether there is a cause at or below a routine. */
static bool is_tainted(const change_candidate *c)
{
   return c->cause || c->tainted || c->stands_alone;
}

/* Return the largest difference between what a routine's calls of another one
   cost, in which there is a cause, or below it. */
static double tainted_part(const change_search *s, size_t caller)
{
   size_t first, past;
   double most = 0;

   call_deltas_of_caller(&s->deltas, caller, &first, &past);
   for (size_t i = first; i < past; i++) {
      const call_delta *edge = &s->deltas.list[i];

      if (edge->callee != caller && is_tainted(&s->candidates[edge->callee]))
         most = fmax(most, fabs(edge->costs[1] - edge->costs[0]));
   }
   return most;
}

/* Taint the routines whose cost has changed by what tainted callees cost, for
   the most part: a new routine that costs little explains little. */
static void spread_taint(change_search *s)
{
   bool again;

   do {
      again = false;
      for (size_t i = 0; i < s->matching->count; i++) {
         change_candidate *c = &s->candidates[i];

         if (costs_differ(s, c) && !is_tainted(c) &&
             tainted_part(s, i) > TAINTED_PART *
                fabs(c->costs.outermost[1] - c->costs.outermost[0])) {
            c->tainted = true;
            again = true;
         }
      }
   } while (again);
}

static bool is_unexplained(const change_candidate *c)
{
   return causes_is_changed(c) && !is_tainted(c);
}

/* Add causes until each change has one at or below it: no change may be
   explained by changes that are not listed.  The lowest unexplained changes are
   the causes. */
static void find_missing_causes(change_search *s)
{
   const size_t n = s->matching->count;

   for (bool found = true; found;) {
      bool *higher = memory_new(n, sizeof *higher);
      bool any_low = false;

      found = false;
      spread_taint(s);
      for (size_t i = 0; i < s->deltas.count; i++) {
         const call_delta *edge = &s->deltas.list[i];

         if (edge->caller != edge->callee &&
             is_unexplained(&s->candidates[edge->callee]))
            higher[edge->caller] = true;
      }
      for (size_t i = 0; i < n; i++)
         any_low |= is_unexplained(&s->candidates[i]) && !higher[i];
      for (size_t i = 0; i < n; i++) {
         if (is_unexplained(&s->candidates[i]) && (!any_low || !higher[i])) {
            s->candidates[i].cause = found = true;
            s->candidates[i].own = s->candidates[i].outer;
         }
      }
      free(higher);
   }
}

/* --- new and gone --- */

/* Return the build of a routine's object on one side; NULL if it is unknown. */
static const char *build_of(const change_search *s, size_t pair, int side)
{
   const match_pair *p = &s->matching->pairs[pair];
   const model *m = s->matching->models[side];
   const char *id;

   if (p->counts[side] == 0)
      return NULL;
   id = m->objects[m->routines[*p->routines[side]].object].build_id;
   return *id && strcmp(id, MODEL_MIXED) != 0 ? id : NULL;
}

bool causes_is_old_code(const change_search *s, size_t pair, int side)
{
   const match_pair *p = &s->matching->pairs[pair];
   const model *m = s->matching->models[side];
   const model *other = s->matching->models[!side];
   const char *id = build_of(s, pair, side);

   if (p->counts[side] > 0 && library_code_is(&m->routines[*p->routines[side]]))
      return true;
   for (size_t i = 0; id && i < other->object_count; i++)
      if (strcmp(other->objects[i].build_id, id) == 0)
         return true;
   return false;
}

/* Return whether a routine of one side exists there only inlined.  Such calls
   are measured if the compiler has made code of the routine that has a loop, so
   one that is new, or gone, may have been there all the time: its cost is its
   callers'. */
static bool is_only_inlined(const change_search *s, size_t pair, int side)
{
   const match_pair *p = &s->matching->pairs[pair];
   const model *m = s->matching->models[side];

   for (size_t i = 0; i < p->counts[side]; i++)
      if (!model_is_inlined(&m->routines[p->routines[side][i]]))
         return false;
   return p->counts[side] > 0;
}

/* Return whether a routine of both sides may be other code: an object without a
   build id, as Go's linker makes it, may be another one. */
static bool is_rebuilt(const change_search *s, size_t pair)
{
   const match_pair *p = &s->matching->pairs[pair];

   return p->counts[MATCH_OLD] > 0 && p->counts[MATCH_NEW] > 0 &&
          !match_same_build(s->matching, p);
}

/* Return whether a routine is a cause, and its object was built anew. */
static bool is_changed_code(const change_search *s, size_t pair)
{
   const change_candidate *c = &s->candidates[pair];

   return causes_is_changed(c) && c->cause && is_rebuilt(s, pair);
}

bool *causes_below(const change_search *s,
                   bool (*starts)(const change_search *, size_t pair))
{
   bool *below = memory_new(s->matching->count + 1, sizeof *below);
   bool again;

   do {
      again = false;
      for (size_t i = 0; i < s->deltas.count; i++) {
         const call_delta *edge = &s->deltas.list[i];

         if (!below[edge->callee] && edge->caller != edge->callee &&
             (below[edge->caller] || starts(s, edge->caller)))
            below[edge->callee] = again = true;
      }
   } while (again);
   return below;
}

/* Return whether a call is on one side only though its caller, which was built
   anew, ran on both, with no sizes in common: the caller's code has changed, and
   no comparison can show it. */
static bool is_by_other_code(const change_search *s, const call_delta *edge)
{
   const change_candidate *c = &s->candidates[edge->caller];

   return c->change.status == CHANGE_NONE && c->costs.ratio == 0 &&
          (edge->calls[MATCH_OLD] == 0 || edge->calls[MATCH_NEW] == 0) &&
          is_rebuilt(s, edge->caller);
}

/* Take each routine that is new, or gone, and of unchanged code or inlined, as
   explained if anything calls it; the others stand alone. */
static void suppose_explained(change_search *s, change_status status, int side)
{
   const size_t n = s->matching->count;
   bool *called = memory_new(n, sizeof *called);

   for (size_t i = 0; i < s->deltas.count; i++)
      if (s->deltas.list[i].calls[side] > 0)
         called[s->deltas.list[i].callee] = true;
   for (size_t i = 0; i < n; i++) {
      change_candidate *c = &s->candidates[i];

      if (c->change.status != status)
         continue;
      c->change.explained = called[i] && (causes_is_old_code(s, i, side) ||
                                          is_only_inlined(s, i, side));
      c->stands_alone = !c->change.explained;
   }
   free(called);
}

/* Let a routine of unchanged code stay explained only if nothing but changed
   code calls it, for the first time or no longer: a cause, or what one calls.
   Return whether some do not stay so. */
static bool explain_by_callers(change_search *s, change_status status, int side)
{
   bool *below = causes_below(s, is_changed_code);
   bool again, any = false;

   /* A single caller that does not explain the routine is enough against it. */
   do {
      again = false;
      for (size_t i = 0; i < s->deltas.count; i++) {
         const call_delta *edge = &s->deltas.list[i];
         change *callee = &s->candidates[edge->callee].change;
         const change *caller = &s->candidates[edge->caller].change;

         if (callee->status == status && callee->explained &&
             !is_only_inlined(s, edge->callee, side) &&
             edge->calls[side] > 0 && edge->caller != edge->callee &&
             caller->status != status &&
             !is_changed_code(s, edge->caller) &&
             !(below[edge->caller] && is_by_other_code(s, edge))) {
            callee->explained = false;
            s->candidates[edge->callee].stands_alone = true;
            any = again = true;
         }
      }
   } while (again);
   free(below);
   return any;
}

/* Find the causes among the changed routines, given which of the new and the
   gone ones stand alone: those carry a change as well. */
static void find_changed_causes(change_search *s)
{
   const size_t n = s->matching->count;

   for (size_t i = 0; i < n; i++) {
      change_candidate *c = &s->candidates[i];

      c->cause = c->change.status == CHANGE_INPUT;
      c->carrier = causes_is_changed(c) || c->stands_alone || c->cause;
      c->tainted = false;
   }
   spread_carriers(s);
   for (size_t i = 0; i < n; i++)
      if (causes_is_changed(&s->candidates[i]))
         find_cause(s, &s->candidates[i]);
   find_missing_causes(s);
}

void causes_find(change_search *s)
{
   bool again;

   suppose_explained(s, CHANGE_NEW, MATCH_NEW);
   suppose_explained(s, CHANGE_GONE, MATCH_OLD);
   /* With each round more routines stand alone. */
   do {
      find_changed_causes(s);
      again = explain_by_callers(s, CHANGE_NEW, MATCH_NEW);
      again |= explain_by_callers(s, CHANGE_GONE, MATCH_OLD);
   } while (again);
}
