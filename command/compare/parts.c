/* Which part of the difference of the total costs each change accounts for.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/parts.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* A smaller part of the largest difference between the calls of a callee leads
   to no row: what the callee costs more is not there. */
#define LEAST_STEP 0.1

/* In place of a place in the order: the pair is below no row; the pair is on the
   way whose calls are being followed. */
#define NOWHERE SIZE_MAX
#define VISITED (SIZE_MAX - 1)

/* The search for the rows above each pair. */
typedef struct {
   const call_deltas *deltas;
   size_t *by_callee;                 /* indices of deltas */
   size_t *first;                     /* of each pair: its callers in by_callee;
                                         one more at the end */
   size_t *order;                     /* the rows and the pairs below them,
                                         callees before their callers, except
                                         for one call of each circle */
   size_t *place;                     /* of each pair in order; NOWHERE */
   size_t count;
   parts_sum *parts;
} parts_search;

static double step_of(const call_delta *edge)
{
   return edge->costs[MATCH_NEW] - edge->costs[MATCH_OLD];
}

/* List the calls by callee. */
static void list_callers(parts_search *p, size_t pairs)
{
   const call_deltas *deltas = p->deltas;

   p->first = memory_new(pairs + 2, sizeof *p->first);
   p->by_callee = memory_new(deltas->count + 1, sizeof *p->by_callee);
   for (size_t i = 0; i < deltas->count; i++)
      p->first[deltas->list[i].callee + 2]++;
   for (size_t i = 2; i < pairs + 2; i++)
      p->first[i] += p->first[i - 1];
   for (size_t i = 0; i < deltas->count; i++)
      p->by_callee[p->first[deltas->list[i].callee + 1]++] = i;
}

/* Return the largest difference between the calls of each pair. */
static double *find_largest(const call_deltas *deltas, size_t pairs)
{
   double *largest = memory_new(pairs + 1, sizeof *largest);

   for (size_t i = 0; i < deltas->count; i++) {
      const call_delta *edge = &deltas->list[i];

      if (edge->caller != edge->callee)
         largest[edge->callee] = fmax(largest[edge->callee],
                                      fabs(step_of(edge)));
   }
   return largest;
}

/* Return the next callee of a caller that is not visited yet and of which it has
   much of the difference, and advance i behind that call; NOWHERE if there is
   none. */
static size_t next_callee(const parts_search *p, const double *largest,
                          size_t *i, size_t past)
{
   while (*i < past) {
      const call_delta *edge = &p->deltas->list[(*i)++];

      if (p->place[edge->callee] == NOWHERE && step_of(edge) != 0 &&
          fabs(step_of(edge)) >= LEAST_STEP * largest[edge->callee])
         return edge->callee;
   }
   return NOWHERE;
}

/* A search in depth: the pairs on the way from a row, and of each the calls
   that are still to be followed. */
typedef struct {
   size_t pair;
   size_t call, past;
} visit;

static visit visit_of(parts_search *p, size_t pair)
{
   visit v = { .pair = pair };

   p->place[pair] = VISITED;
   call_deltas_of_caller(p->deltas, pair, &v.call, &v.past);
   return v;
}

/* Put the rows and the pairs that calls lead to from there into an order, by
   calls whose cost differs, and by much of what the callee's differs.  A pair
   comes when all that it calls has come, so a caller in no circle with its
   callee is always behind it. */
static void find_order(parts_search *p, const bool *is_row, size_t pairs)
{
   double *largest = find_largest(p->deltas, pairs);
   visit *way = memory_new(pairs + 1, sizeof *way);

   p->order = memory_new(pairs + 1, sizeof *p->order);
   p->place = memory_new(pairs + 1, sizeof *p->place);
   for (size_t i = 0; i < pairs; i++)
      p->place[i] = NOWHERE;
   for (size_t row = 0; row < pairs; row++) {
      size_t depth = 0;

      if (!is_row[row] || p->place[row] != NOWHERE)
         continue;
      way[depth++] = visit_of(p, row);
      while (depth > 0) {
         visit *last = &way[depth - 1];
         const size_t callee = next_callee(p, largest, &last->call,
                                           last->past);

         if (callee != NOWHERE) {
            way[depth++] = visit_of(p, callee);
         } else {
            p->place[last->pair] = p->count;
            p->order[p->count++] = last->pair;
            depth--;
         }
      }
   }
   free(way);
   free(largest);
}

/* Return the weight of a call for what its callee hands on: how far the cost of
   the call differs in the same direction. */
static double weight_of(const call_delta *edge, parts_sum part)
{
   const double step = part < 0 ? -step_of(edge) : step_of(edge);

   return edge->caller != edge->callee && step > 0 ? step : 0;
}

/* Hand the part of a pair to its callers that come behind it in the order, by
   the differences of their own calls.  What belongs to callers below no row
   stays. */
static void hand_on(parts_search *p, size_t pair)
{
   const parts_sum part = p->parts[pair];
   const size_t first = p->first[pair], past = p->first[pair + 1];
   double staying = 0, all = 0, handed = 0;
   parts_sum given = 0;

   for (size_t i = first; i < past; i++) {
      const call_delta *edge = &p->deltas->list[p->by_callee[i]];
      const double weight = weight_of(edge, part);

      if (p->place[edge->caller] == NOWHERE)
         staying += weight;
      else if (p->place[edge->caller] > p->place[pair])
         all += weight;
   }
   for (size_t i = first; i < past && all > 0; i++) {
      const call_delta *edge = &p->deltas->list[p->by_callee[i]];
      parts_sum now;

      if (p->place[edge->caller] == NOWHERE ||
          p->place[edge->caller] < p->place[pair])
         continue;
      /* By sums of weights, so that no unit is lost to rounding. */
      handed += weight_of(edge, part);
      now = handed >= all && staying == 0
         ? part : (parts_sum)((double)part * (handed / (all + staying)));
      p->parts[edge->caller] += now - given;
      given = now;
   }
   p->parts[pair] -= given;
}

parts_sum *parts_find(const change_search *s, const bool *is_row)
{
   const matching *m = s->matching;
   parts_search p = { .deltas = &s->deltas };

   p.parts = memory_new(m->count + 1, sizeof *p.parts);
   for (size_t i = 0; i < m->count; i++)
      for (int side = 0; side < MATCH_SIDES; side++) {
         const prof_sum self = match_sums(m, &m->pairs[i], side).self.sum;

         p.parts[i] += side == MATCH_NEW ? (parts_sum)self : -(parts_sum)self;
      }
   list_callers(&p, m->count);
   find_order(&p, is_row, m->count);
   for (size_t k = 0; k < p.count; k++)
      if (!is_row[p.order[k]])
         hand_on(&p, p.order[k]);
   free(p.first);
   free(p.by_callee);
   free(p.order);
   free(p.place);
   return p.parts;
}
