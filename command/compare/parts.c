/* Which part of the difference of the total costs each change accounts for.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/parts.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* A smaller part of the largest difference between the calls of a callee leads
   to no row: what the callee costs more is not there. */
#define LEAST_STEP 0.1

/* The search for the rows above each pair. */
typedef struct {
   const call_deltas *deltas;
   size_t *by_callee;                 /* indices of deltas */
   size_t *first;                     /* of each pair: its callers in by_callee;
                                         one more at the end */
   size_t *distance;                  /* calls to the nearest row above, or 0;
                                         SIZE_MAX: there is none */
   size_t *order;                     /* the others, the nearest first */
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

/* Find how far each pair is below a row, by calls whose cost differs, and by
   much of what the callee's differs. */
static void find_distances(parts_search *p, const bool *is_row, size_t pairs)
{
   double *largest = find_largest(p->deltas, pairs);

   p->distance = memory_new(pairs + 1, sizeof *p->distance);
   p->order = memory_new(pairs + 1, sizeof *p->order);
   for (size_t i = 0; i < pairs; i++) {
      p->distance[i] = is_row[i] ? 0 : SIZE_MAX;
      if (is_row[i])
         p->order[p->count++] = i;
   }
   for (size_t k = 0; k < p->count; k++) {
      const size_t caller = p->order[k];
      size_t first, past;

      call_deltas_of_caller(p->deltas, caller, &first, &past);
      for (size_t i = first; i < past; i++) {
         const call_delta *edge = &p->deltas->list[i];

         if (p->distance[edge->callee] != SIZE_MAX || step_of(edge) == 0 ||
             fabs(step_of(edge)) < LEAST_STEP * largest[edge->callee])
            continue;
         p->distance[edge->callee] = p->distance[caller] + 1;
         p->order[p->count++] = edge->callee;
      }
   }
   free(largest);
}

/* Return the weight of a call for what its callee hands on: how far the cost of
   the call differs in the same direction. */
static double weight_of(const call_delta *edge, parts_sum part)
{
   const double step = part < 0 ? -step_of(edge) : step_of(edge);

   return edge->caller != edge->callee && step > 0 ? step : 0;
}

/* Hand the part of a pair to the callers that are nearer to a row.  What
   belongs to callers below no row stays. */
static void hand_on(parts_search *p, size_t pair)
{
   const parts_sum part = p->parts[pair];
   const size_t first = p->first[pair], past = p->first[pair + 1];
   double staying = 0, all = 0, handed = 0;
   parts_sum given = 0;

   for (size_t i = first; i < past; i++) {
      const call_delta *edge = &p->deltas->list[p->by_callee[i]];
      const double weight = weight_of(edge, part);

      if (p->distance[edge->caller] == SIZE_MAX)
         staying += weight;
      else if (p->distance[edge->caller] < p->distance[pair])
         all += weight;
   }
   for (size_t i = first; i < past && all > 0; i++) {
      const call_delta *edge = &p->deltas->list[p->by_callee[i]];
      parts_sum now;

      if (p->distance[edge->caller] >= p->distance[pair])
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
   find_distances(&p, is_row, m->count);
   for (size_t k = p.count; k-- > 0;)
      if (p.distance[p.order[k]] > 0)
         hand_on(&p, p.order[k]);
   free(p.first);
   free(p.by_callee);
   free(p.distance);
   free(p.order);
   return p.parts;
}
