/* Attribution of growth to callees.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/attribution.h"
#include "base/memory.h"
#include "profile/edges.h"

#include <math.h>
#include <stdlib.h>

/* Callees with this part of a routine's cost can be the reason why it grows. */
#define CAUSE_PART 0.5
/* A callee with this part of a routine's cost is worth a word. */
#define LOAD_PART 0.3
/* A callee that is activated at most this often in each activation of its
   caller passes its growth on, whatever the caller's growth looks like. */
#define ONCE 1.5
/* Chains of causes are followed this far: in a recursion they may be
   endless. */
enum { LONGEST = 1000 };
/* Passes over all edges, at most; a recursion may need infinitely many. */
enum { ROUNDS = 100 };

/* A routine in all its threads. */
typedef struct {
   double cost, self;
   uint64_t calls;
   bool internal, suspect, by_reread, probable, self_superlinear;
   int band;
   double tenfold;
   ranked_suspicion suspicion;
   size_t witness;    /* the caller that shows its growth, or RANKED_NONE */
   double below;      /* part of its cost that is in suspects below it */
   double own;        /* the rest, as a cost */
   double reach;      /* greatest own cost of a suspect below it */
   size_t heaviest;   /* callee through which most of `below` comes */
   double weight;     /* cost of that */
} node;

/* Return the part of a routine's cost that is in suspects. */
static double through(const node *n)
{
   return n->suspect ? 1 : n->below;
}

static double part(double cost, const node *of)
{
   return of->cost > 0 ? fmin(1, cost / of->cost) : 0;
}

static node *make_nodes(const model *m, const ranked *list, size_t count)
{
   node *nodes = memory_new(m->routine_count, sizeof *nodes);

   for (size_t i = 0; i < m->routine_count; i++)
      nodes[i] = (node){ .heaviest = RANKED_NONE, .witness = RANKED_NONE,
                         .suspicion = RANKED_REST };
   for (size_t i = 0; i < count; i++) {
      const ranked *r = &list[i];
      const prof_tuple *sums = &r->assessment->sums;
      node *n = &nodes[r->assessment->routine];

      n->cost += (double)sums->outermost;
      n->self += (double)sums->self.sum;
      n->calls += sums->calls;
      n->internal = r->internal;
      if (r->internal || !r->probable)
         continue;
      n->probable = true;
      /* The worst of its threads counts. */
      if (r->suspicion < n->suspicion)
         n->suspicion = r->suspicion;
      n->by_reread |= r->by_reread;
      n->suspect |= r->suspicion != RANKED_REST;
      n->self_superlinear |= r->works_steeply;
      n->band = r->band > n->band ? r->band : n->band;
      n->tenfold = fmax(n->tenfold, r->tenfold);
   }
   return nodes;
}

/* Return whether a callee does the work that makes its caller, a suspect, grow.
   The caller must not work itself, nor call the callee on the same data again
   and again; its cost must be the callee's, and the callee's cost must mostly
   come from there; and the callee must be activated
   once each time, or probably grow steeply itself. */
static bool is_handed_down(const node *caller, const node *callee,
                           const model_edge *edge)
{
   return caller->suspect && !caller->by_reread && !callee->internal &&
          callee->suspicion > caller->suspicion &&
          caller->self < RANKED_OWN_WORK * caller->cost &&
          (double)edge->cost >= CAUSE_PART * caller->cost &&
          (double)edge->cost >= CAUSE_PART * callee->cost &&
          (callee->probable ||
           (double)edge->calls <= ONCE * (double)caller->calls);
}

static void hand_down(const model *m, node *nodes)
{
   bool changed = true;

   while (changed) {
      changed = false;
      for (size_t e = 0; e < m->edge_count; e++) {
         const size_t at = m->edges[e].caller;
         const node *caller = &nodes[at];
         node *callee = &nodes[m->edges[e].callee];

         if (!is_handed_down(caller, callee, &m->edges[e]))
            continue;
         const bool shows_little = callee->suspicion == RANKED_REST;

         callee->suspect = true;
         callee->suspicion = caller->suspicion;
         if (shows_little) {
            callee->witness = caller->witness == RANKED_NONE ? at
                                                             : caller->witness;
            callee->band = caller->band;
            callee->tenfold = caller->tenfold;
         }
         changed = true;
      }
   }
}

/* Find how much of each routine's cost lies in suspects below it, whether its
   callees are suspects or not.  In a recursion costs are counted repeatedly;
   a part is at most 1. */
static void find_below(const model *m, node *nodes)
{
   double *sums = memory_new(m->routine_count, sizeof *sums);
   bool changed = true;

   for (int round = 0; changed && round < ROUNDS; round++) {
      for (size_t i = 0; i < m->routine_count; i++)
         sums[i] = 0;
      for (size_t e = 0; e < m->edge_count; e++)
         if (m->edges[e].caller != m->edges[e].callee)
            sums[m->edges[e].caller] += (double)m->edges[e].cost *
                                        through(&nodes[m->edges[e].callee]);
      changed = false;
      for (size_t i = 0; i < m->routine_count; i++) {
         double below = part(sums[i], &nodes[i]);

         changed |= below > nodes[i].below + 0.001;
         nodes[i].below = below;
      }
   }
   free(sums);
}

/* Find each routine's own cost: its self cost and that of callees that are no
   suspects. */
static void find_own(const model *m, node *nodes)
{
   for (size_t i = 0; i < m->routine_count; i++)
      nodes[i].own = nodes[i].self;
   for (size_t e = 0; e < m->edge_count; e++) {
      node *caller = &nodes[m->edges[e].caller];
      const node *callee = &nodes[m->edges[e].callee];
      const double cost = (double)m->edges[e].cost * through(callee);

      if (caller == callee)
         continue;
      caller->own += (double)m->edges[e].cost - cost;
      if (cost > caller->weight) {
         caller->weight = cost;
         caller->heaviest = m->edges[e].callee;
      }
   }
   for (size_t i = 0; i < m->routine_count; i++)
      nodes[i].own = fmin(nodes[i].own, nodes[i].cost);
}

/* In a recursion each routine is below each other: the routine with the
   greatest cost of its own is the cause. */
static void find_reach(const model *m, node *nodes)
{
   bool changed = true;

   for (int round = 0; changed && round < ROUNDS; round++) {
      changed = false;
      for (size_t e = 0; e < m->edge_count; e++) {
         node *caller = &nodes[m->edges[e].caller];
         const node *callee = &nodes[m->edges[e].callee];
         double reach = callee->reach;

         if (callee->suspect && callee->own > reach)
            reach = callee->own;
         if (caller != callee && reach > caller->reach) {
            caller->reach = reach;
            changed = true;
         }
      }
   }
}

/* Return the suspect to which most of a routine's cost below leads, if it is
   the cause of the routine's growth, with its distance in *depth; else
   RANKED_NONE.  calls: of each routine to its heaviest callee. */
static size_t find_cause(const node *nodes, size_t routine,
                         const uint64_t *calls, size_t *depth)
{
   const node *n = &nodes[routine];
   const node *callee;
   size_t at = n->heaviest;

   *depth = 1;
   while (at != RANKED_NONE && !nodes[at].suspect && *depth < LONGEST) {
      at = nodes[at].heaviest;
      ++*depth;
   }
   if (!n->suspect || n->below < CAUSE_PART || n->reach <= n->own ||
       at == RANKED_NONE || !nodes[at].suspect)
      return RANKED_NONE;
   if (n->self_superlinear && n->self >= RANKED_OWN_WORK * n->cost)
      return RANKED_NONE;
   callee = &nodes[at];
   if (callee->band < n->band &&
       (double)calls[routine] > ONCE * (double)n->calls)
      return RANKED_NONE;
   return at;
}

/* Return for each routine how often it activated its heaviest callee. */
static uint64_t *count_calls(const model *m, const node *nodes)
{
   uint64_t *calls = memory_new(m->routine_count, sizeof *calls);

   for (size_t e = 0; e < m->edge_count; e++)
      if (nodes[m->edges[e].caller].heaviest == m->edges[e].callee)
         calls[m->edges[e].caller] = m->edges[e].calls;
   return calls;
}

/* Set what the attribution says of one routine. */
static void attribute(ranked *r, const node *nodes, const size_t *causes,
                      const size_t *depths)
{
   size_t at = r->assessment->routine;
   const node *n = &nodes[at];
   const double largest = r->assessment->cost_largest;

   r->own = largest * (1 - n->below);
   if (n->cost > 0)
      r->own = fmax(r->own, largest * n->self / n->cost);
   if (r->internal || !n->suspect)
      return;
   if (n->suspicion < r->suspicion)
      r->suspicion = n->suspicion;
   r->witness = n->witness;
   if (r->witness != RANKED_NONE)
      r->band = n->band;
   r->tenfold = n->tenfold;
   r->threat = r->own * r->tenfold;
   r->cause = causes[at];
   /* The callers of a cause are as suspicious as it is, and no steeper. */
   for (size_t steps = 0; causes[at] != RANKED_NONE && steps < LONGEST;
        steps++) {
      r->depth += depths[at];
      at = causes[at];
      r->suspicion = nodes[at].suspicion;
      if (nodes[at].band < r->band)
         r->band = nodes[at].band;
   }
}

/* Find for each suspect without a cause the callee that carries its cost,
   though that callee does not grow steeply: it is called often. */
static void find_loads(const model *m, const node *nodes, ranked *list,
                       size_t count)
{
   assessment **of = memory_new(m->routine_count, sizeof *of);

   for (size_t i = 0; i < count; i++)
      of[list[i].assessment->routine] = list[i].assessment;
   for (size_t i = 0; i < count; i++) {
      const size_t at = list[i].assessment->routine;
      const node *n = &nodes[at];
      const bool stands = list[i].suspicion != RANKED_REST &&
                          list[i].cause == RANKED_NONE;
      const model_edge *edge = stands ? edges_heaviest(m, at) : NULL;

      if (!edge || nodes[edge->callee].suspect ||
          (double)edge->cost < fmax(LOAD_PART * n->cost, n->self) ||
          (double)edge->calls <= ONCE * (double)n->calls)
         continue;
      list[i].load = (ranked_load){
         of[edge->callee], edge->calls, part((double)edge->cost, n),
      };
   }
   free(of);
}

/* A callee that is activated once in each activation of its caller has its
   cost itself, if its points show how it grows.  If it is activated more often,
   then the caller's loop may be what grows. */
static void leave_once(const model *m, node *nodes, const double *steepness)
{
   for (size_t e = 0; e < m->edge_count; e++) {
      node *caller = &nodes[m->edges[e].caller];
      const node *callee = &nodes[m->edges[e].callee];

      if (caller == callee || callee->internal ||
          steepness[m->edges[e].callee] < 0 ||
          (double)m->edges[e].calls > ONCE * (double)caller->calls)
         continue;
      caller->own = fmax(caller->self, caller->own - (double)m->edges[e].cost *
                                       (1 - through(callee)));
   }
}

/* Find the doubted routines whose growth, if there is any, is that of a callee:
   as for suspects, but any routine counts that may grow steeply. */
static void find_doubts(const model *m, ranked *list, size_t count)
{
   node *nodes = make_nodes(m, list, count);
   double *steepness = memory_new(m->routine_count, sizeof *steepness);
   size_t *causes = memory_new(m->routine_count, sizeof *causes);
   size_t *depths = memory_new(m->routine_count, sizeof *depths);
   uint64_t *calls;

   for (size_t i = 0; i < m->routine_count; i++)
      steepness[i] = -1;
   for (size_t i = 0; i < count; i++) {
      node *n = &nodes[list[i].assessment->routine];

      n->suspect |= list[i].open && !list[i].internal;
      n->self_superlinear = false;
      n->band = 0;
      steepness[list[i].assessment->routine] = list[i].steepness;
   }
   find_below(m, nodes);
   find_own(m, nodes);
   leave_once(m, nodes, steepness);
   find_reach(m, nodes);
   calls = count_calls(m, nodes);
   for (size_t i = 0; i < m->routine_count; i++)
      causes[i] = find_cause(nodes, i, calls, &depths[i]);
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];
      size_t at = r->assessment->routine;

      if (r->suspicion != RANKED_REST || r->internal ||
          !r->assessment->inferred)
         continue;
      r->own = r->assessment->cost_largest * part(nodes[at].own, &nodes[at]);
      r->carrier = causes[at];
      for (size_t steps = 0; causes[at] != RANKED_NONE && steps < LONGEST;
           steps++) {
         r->depth += depths[at];
         at = causes[at];
         r->steepness = fmin(r->steepness, steepness[at]);
      }
   }
   free(calls);
   free(depths);
   free(causes);
   free(steepness);
   free(nodes);
}

void attribution_find(const model *m, ranked *list, size_t count)
{
   node *nodes = make_nodes(m, list, count);
   size_t *causes = memory_new(m->routine_count, sizeof *causes);
   size_t *depths = memory_new(m->routine_count, sizeof *depths);
   uint64_t *calls;

   hand_down(m, nodes);
   find_below(m, nodes);
   find_own(m, nodes);
   find_reach(m, nodes);
   calls = count_calls(m, nodes);
   for (size_t i = 0; i < m->routine_count; i++)
      causes[i] = find_cause(nodes, i, calls, &depths[i]);
   for (size_t i = 0; i < count; i++)
      attribute(&list[i], nodes, causes, depths);
   find_loads(m, nodes, list, count);
   find_doubts(m, list, count);
   free(calls);
   free(depths);
   free(causes);
   free(nodes);
}
