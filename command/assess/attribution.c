/* Whose growth is it: a routine's own, or that of what it calls?

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/attribution.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Callees with this part of a routine's cost may be why it grows. */
#define BLAME 0.5
/* Activated so often in each of its caller's activations, a callee hands on its
   growth whatever the caller's looks like. */
#define ONCE 1.5
/* Chains of blame are followed so far: in a recursion they may be endless. */
enum { LONGEST = 1000 };

/* A routine in all its threads, as far as blame goes. */
typedef struct {
   double cost, self;
   uint64_t calls;
   bool folded, suspect, probable, self_superlinear;
   int band;
   double tenfold;
   rank_suspicion suspicion;
   size_t witness;    /* who tells of it */
   double below;      /* the part of its cost that is in suspects below it */
   double own;        /* the rest, as a cost */
   double reach;      /* the greatest own cost of a suspect below it */
   size_t heaviest;   /* the callee that most of `below` comes through */
   double weight;     /* ... and how much */
} node;

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
      nodes[i] = (node){ .heaviest = RANK_NOBODY, .witness = RANK_NOBODY,
                         .suspicion = RANK_REST };
   for (size_t i = 0; i < count; i++) {
      const ranked *r = &list[i];
      node *n = &nodes[r->facts.routine];

      n->cost += (double)r->facts.sums.outermost;
      n->self += (double)r->facts.sums.self.sum;
      n->calls += r->facts.sums.calls;
      n->folded = r->folded;
      if (r->folded || !r->probable)
         continue;
      n->probable = true;
      /* Of several threads the worst. */
      if (r->suspicion < n->suspicion)
         n->suspicion = r->suspicion;
      n->suspect |= r->suspicion != RANK_REST;
      n->self_superlinear |= r->works_steeply;
      n->band = r->band > n->band ? r->band : n->band;
      n->tenfold = fmax(n->tenfold, r->tenfold);
   }
   return nodes;
}

/* Has the callee the growth of a suspect that does not do the work itself?  The
   caller's cost must be the callee's, and this mostly from there; and it must
   be activated once each time, or probably grow so itself. */
static bool is_handed_down(const node *caller, const node *callee,
                           const model_edge *edge)
{
   return caller->suspect && !callee->folded &&
          callee->suspicion > caller->suspicion &&
          caller->self < RANK_OWN_WORK * caller->cost &&
          (double)edge->cost >= BLAME * caller->cost &&
          (double)edge->cost >= BLAME * callee->cost &&
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
         const bool says_little = callee->suspicion == RANK_REST;

         callee->suspect = true;
         callee->suspicion = caller->suspicion;
         if (says_little) {
            callee->witness = caller->witness == RANK_NOBODY ? at
                                                             : caller->witness;
            callee->band = caller->band;
            callee->tenfold = caller->tenfold;
         }
         changed = true;
      }
   }
}

/* How much of each routine's cost lies in suspects below it, whether its
   callees are suspects or not.  In a recursion costs are counted repeatedly;
   a part is at most all. */
static void find_below(const model *m, node *nodes)
{
   enum { ROUNDS = 100 };
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

/* What each has cost itself, with callees that are no suspects. */
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

/* In a recursion each routine is below each other: the one with the greatest
   cost of its own is the reason. */
static void find_reach(const model *m, node *nodes)
{
   enum { ROUNDS = 100 };
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

/* The suspect that most of a routine's cost below leads to, if that is why the
   routine grows; `depth` is how far it is. */
static size_t blame(const node *nodes, size_t routine,
                    const uint64_t *calls, size_t *depth)
{
   const node *n = &nodes[routine];
   const node *callee;
   size_t at = n->heaviest;

   *depth = 1;
   while (at != RANK_NOBODY && !nodes[at].suspect &&
          *depth < LONGEST) {
      at = nodes[at].heaviest;
      ++*depth;
   }
   if (!n->suspect || n->below < BLAME || n->reach <= n->own ||
       at == RANK_NOBODY || !nodes[at].suspect)
      return RANK_NOBODY;
   if (n->self_superlinear && n->self >= RANK_OWN_WORK * n->cost)
      return RANK_NOBODY;
   callee = &nodes[at];
   if (callee->band < n->band &&
       (double)calls[routine] > ONCE * (double)n->calls)
      return RANK_NOBODY;
   return at;
}

/* For each routine: how often its heaviest callee was activated from it. */
static uint64_t *count_calls(const model *m, const node *nodes)
{
   uint64_t *calls = memory_new(m->routine_count, sizeof *calls);

   for (size_t e = 0; e < m->edge_count; e++)
      if (nodes[m->edges[e].caller].heaviest == m->edges[e].callee)
         calls[m->edges[e].caller] = m->edges[e].calls;
   return calls;
}

void blame_find(const model *m, ranked *list, size_t count)
{
   node *nodes = make_nodes(m, list, count);
   size_t *blamed = memory_new(m->routine_count, sizeof *blamed);
   size_t *depths = memory_new(m->routine_count, sizeof *depths);
   uint64_t *calls;

   hand_down(m, nodes);
   find_below(m, nodes);
   find_own(m, nodes);
   find_reach(m, nodes);
   calls = count_calls(m, nodes);
   for (size_t i = 0; i < m->routine_count; i++)
      blamed[i] = blame(nodes, i, calls, &depths[i]);
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];
      const node *n = &nodes[r->facts.routine];
      size_t at = r->facts.routine;

      r->own = r->facts.cost_largest * (1 - n->below);
      if (n->cost > 0)
         r->own = fmax(r->own, r->facts.cost_largest * n->self / n->cost);
      if (r->folded || !n->suspect)
         continue;
      if (n->suspicion < r->suspicion)
         r->suspicion = n->suspicion;
      r->witness = n->witness;
      if (r->witness != RANK_NOBODY)
         r->band = n->band;
      r->tenfold = n->tenfold;
      r->threat = r->own * r->tenfold;
      r->blamed = blamed[at];
      /* A culprit's callers are as suspicious as it is, and no steeper. */
      for (size_t steps = 0; blamed[at] != RANK_NOBODY &&
                             steps < LONGEST; steps++) {
         r->depth += depths[at];
         at = blamed[at];
         r->suspicion = nodes[at].suspicion;
         if (nodes[at].band < r->band)
            r->band = nodes[at].band;
      }
   }
   free(calls);
   free(depths);
   free(blamed);
   free(nodes);
}
