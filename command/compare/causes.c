/* Which routines are the cause of what has changed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/causes.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of a change that are no cause: where it is known exactly what callees
   explain, and where it is estimated. */
#define EXACT_PART 0.01
#define ROUGH_PART 0.25

/* --- what is whose --- */

bool causes_is_changed(const candidate *c)
{
   return c->change.status == CHANGE_CLASS ||
          c->change.status == CHANGE_EXPONENT ||
          c->change.status == CHANGE_CONSTANT;
}

/* Cheaper for equal sizes, and dearer for the caller, or the other way round: then
   it is given other sizes. */
static bool has_other_sizes(const candidate *c, double excess)
{
   return causes_is_changed(c) && c->costs.ratio > 0 &&
          (c->costs.ratio < 1 ? excess > 0 : excess < 0);
}

/* That is the caller's.  So few common sizes that others have a say don't
   tell. */
static bool is_by_sizes(const candidate *callee, double excess)
{
   return callee->costs.covered >= COMPARE_COVERED &&
          has_other_sizes(callee, excess);
}

/* How much of a caller's excess comes from one callee's being costlier than it
   was.  By calls: what as many calls as there are now would have cost, at the
   price that this caller paid before.  By sizes: at the callee's old cost for
   equal sizes. */
static double explained_by(const flow *edge, const candidate *callee,
                           bool by_calls)
{
   const double *calls = edge->calls, *costs = edge->costs;

   if (!callee->carrier || calls[0] == 0 || calls[1] == 0)
      return 0;
   if (by_calls || callee->costs.ratio == 0) {
      const double excess = costs[1] - costs[0] * (calls[1] / calls[0]);

      return edge->caller != edge->callee && is_by_sizes(callee, excess)
             ? 0 : excess;
   }
   return costs[1] * (1 - 1 / callee->costs.ratio);
}

/* What is left of a caller's excess. */
static double unexplained(const finder *f, const candidate *c, double excess,
                          bool by_calls)
{
   size_t first, past;

   flows_from(&f->flows, c->change.pair, &first, &past);
   for (size_t i = first; i < past; i++) {
      const flow *edge = &f->flows.flows[i];

      excess -= explained_by(edge, &f->candidates[edge->callee], by_calls);
   }
   return excess;
}

/* For as many calls all is exact: the costs of a routine are its self costs
   and those of its edges.  Otherwise there are two estimates; what one of them
   explains is explained.  The one at equal sizes is as much worth as is known
   of these. */
static void find_cause(const finder *f, candidate *c)
{
   const comparison *costs = &c->costs;
   const double times = costs->calls[1] / costs->calls[0];
   const double excess = costs->costs[1] - costs->costs[0] * times;
   double outer = costs->outermost[1] - costs->outermost[0] * times;
   const bool as_many = costs->calls[0] == costs->calls[1] &&
                        !is_by_sizes(c, excess);
   double known = 1, by_calls;

   if (has_other_sizes(c, excess))
      c->change.sizes = excess > 0 ? CHANGE_LARGER : CHANGE_SMALLER;
   by_calls = c->own = unexplained(f, c, excess, true);
   if (!as_many) {
      const double other = unexplained(f, c, c->excess, false);

      if (fabs(other) < fabs(c->own)) {
         c->own = other;
         outer = c->outer;
         known = costs->covered;
      }
   }
   c->cause = known * fabs(c->own) >
                 f->threshold * (costs->outermost[1] - outer) &&
              fabs(c->own) > (as_many ? EXACT_PART : ROUGH_PART) *
                             fabs(outer);
   /* What costs at common sizes say is not all that a class is about. */
   if (c->cause && c->change.status != CHANGE_CONSTANT &&
       c->change.sizes != CHANGE_SAME)
      c->own = by_calls;
}

/* Spreads a mark from callees to those callers whose cost is not as it was. */
static void spread(finder *f, bool (*is_marked)(const candidate *),
                   void (*mark)(candidate *))
{
   bool again;

   do {
      again = false;
      for (size_t i = 0; i < f->flows.count; i++) {
         const flow *edge = &f->flows.flows[i];
         candidate *caller = &f->candidates[edge->caller];

         if (caller->costs.touched && !is_marked(caller) &&
             is_marked(&f->candidates[edge->callee])) {
            mark(caller);
            again = true;
         }
      }
   } while (again);
}

static bool is_carrier(const candidate *c)
{
   return c->carrier;
}

static void make_carrier(candidate *c)
{
   c->carrier = true;
}

/* A routine with a cause at or below it. */
static bool is_tainted(const candidate *c)
{
   return c->cause || c->tainted;
}

static void taint(candidate *c)
{
   c->tainted = true;
}

static bool is_unexplained(const candidate *c)
{
   return causes_is_changed(c) && !is_tainted(c);
}

/* Nothing may be explained by changes that nobody is told of: where a change
   has no cause below it the lowest that show it are the causes. */
static void find_missing_causes(finder *f)
{
   const size_t n = f->matching->count;

   for (bool found = true; found;) {
      bool *higher = memory_new(n, sizeof *higher);
      bool any_low = false;

      found = false;
      spread(f, is_tainted, taint);
      for (size_t i = 0; i < f->flows.count; i++) {
         const flow *edge = &f->flows.flows[i];

         if (edge->caller != edge->callee &&
             is_unexplained(&f->candidates[edge->callee]))
            higher[edge->caller] = true;
      }
      for (size_t i = 0; i < n; i++)
         any_low |= is_unexplained(&f->candidates[i]) && !higher[i];
      for (size_t i = 0; i < n; i++) {
         if (is_unexplained(&f->candidates[i]) && (!any_low || !higher[i])) {
            f->candidates[i].cause = found = true;
            f->candidates[i].own = f->candidates[i].outer;
         }
      }
      free(higher);
   }
}

/* --- new and gone --- */

/* The build of a routine's object on one side; NULL: it is not known. */
static const char *build_of(const finder *f, size_t pair, int side)
{
   const match_pair *p = &f->matching->pairs[pair];
   const model *m = f->matching->models[side];
   const char *id;

   if (p->counts[side] == 0)
      return NULL;
   id = m->objects[m->routines[*p->routines[side]].object].build_id;
   return *id && strcmp(id, MODEL_MIXED) != 0 ? id : NULL;
}

bool causes_is_old_code(const finder *f, size_t pair, int side)
{
   const model *other = f->matching->models[!side];
   const char *id = build_of(f, pair, side);

   for (size_t i = 0; id && i < other->object_count; i++)
      if (strcmp(other->objects[i].build_id, id) == 0)
         return true;
   return false;
}

/* Is a routine a cause, in an object that was built anew? */
static bool is_changed_code(const finder *f, size_t pair)
{
   const candidate *c = &f->candidates[pair];
   const char *old = build_of(f, pair, MATCH_OLD);
   const char *new = build_of(f, pair, MATCH_NEW);

   return causes_is_changed(c) && c->cause && old && new &&
          strcmp(old, new) != 0;
}

/* A library's routine that is called for the first time, or no more, only by
   code that has changed is explained by that. */
static void explain_by_callers(finder *f, change_status status, int side)
{
   const size_t n = f->matching->count;
   bool *called = memory_new(n, sizeof *called);
   bool again;

   for (size_t i = 0; i < f->flows.count; i++)
      if (f->flows.flows[i].calls[side] > 0)
         called[f->flows.flows[i].callee] = true;
   for (size_t i = 0; i < n; i++) {
      change *c = &f->candidates[i].change;

      c->explained |= c->status == status && called[i] &&
                      causes_is_old_code(f, i, side);
   }
   /* One caller that does not explain it speaks against it. */
   do {
      again = false;
      for (size_t i = 0; i < f->flows.count; i++) {
         const flow *edge = &f->flows.flows[i];
         change *callee = &f->candidates[edge->callee].change;
         const change *caller = &f->candidates[edge->caller].change;

         if (callee->status == status && callee->explained &&
             edge->calls[side] > 0 && edge->caller != edge->callee &&
             !(caller->status == status && caller->explained) &&
             !is_changed_code(f, edge->caller)) {
            callee->explained = false;
            again = true;
         }
      }
   } while (again);
   free(called);
}

void causes_find(finder *f)
{
   const size_t n = f->matching->count;

   for (size_t i = 0; i < n; i++)
      f->candidates[i].carrier = causes_is_changed(&f->candidates[i]);
   spread(f, is_carrier, make_carrier);
   for (size_t i = 0; i < n; i++)
      if (causes_is_changed(&f->candidates[i]))
         find_cause(f, &f->candidates[i]);
   find_missing_causes(f);
   explain_by_callers(f, CHANGE_NEW, MATCH_NEW);
   explain_by_callers(f, CHANGE_GONE, MATCH_OLD);
}
