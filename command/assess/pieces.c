/* Routines that work on the pieces which a recursion leaves.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/pieces.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Calls of such a routine, at the least; in each activation of the recursion,
   about one. */
#define LEAST_CALLS 100
#define CALLS_EACH 2.0
/* The mean of its sizes is such a part of the largest, at the least: they end at
   a bound.  (Of sizes that have none, such as those of the folders of a tree, a
   few are far larger than most.) */
#define BOUNDED 0.4
/* The largest input of the recursion is so many times that of the routine, at
   the least. */
#define FAR_LARGER 16.0
/* Calls by others that are such a part of its cost matter. */
#define OTHER_CALLS 0.01
/* Routines in a row that hand a piece on, at most. */
enum { ROUNDS = 4 };

typedef struct {
   double calls, cells, largest, cost;   /* in all threads */
   bool bounded;
   bool can;                             /* be one that gets pieces */
} routine;

/* Return whether the calls of an edge are on pieces.  is: those that are known
   to get some. */
static bool hands_piece(const model_edge *e, const routine *of, const bool *is,
                        const circle_numbers *circles)
{
   const routine *caller = &of[e->caller], *callee = &of[e->callee];

   return is[e->caller] ||
          (circles->of[e->caller] != 0 &&
           circles->of[e->caller] != circles->of[e->callee] &&
           (double)e->calls <= CALLS_EACH * caller->calls &&
           caller->largest >= FAR_LARGER * callee->largest);
}

void pieces_find(const model *m, const circle_numbers *circles, ranked *list,
                 size_t count)
{
   routine *of = memory_new(m->routine_count, sizeof *of);
   bool *is = memory_new(m->routine_count, sizeof *is);

   for (size_t i = 0; i < count; i++) {
      const assessment *a = list[i].assessment;
      routine *r = &of[a->routine];

      r->calls += (double)a->sums.calls;
      r->cells += (double)a->sums.trms;
      r->cost += (double)a->sums.outermost;
      r->largest = fmax(r->largest, (double)a->size_max);
   }
   for (size_t i = 0; i < m->routine_count; i++)
      of[i].bounded = of[i].calls >= LEAST_CALLS &&
                      of[i].cells >= BOUNDED * of[i].largest * of[i].calls;
   for (int round = 0; round < ROUNDS; round++) {
      for (size_t i = 0; i < m->routine_count; i++)
         of[i].can = false;
      for (size_t e = 0; e < m->edge_count; e++)
         if (hands_piece(&m->edges[e], of, is, circles))
            of[m->edges[e].callee].can = of[m->edges[e].callee].bounded;
      for (size_t e = 0; e < m->edge_count; e++)
         if (!hands_piece(&m->edges[e], of, is, circles) &&
             (double)m->edges[e].cost >=
                OTHER_CALLS * of[m->edges[e].callee].cost)
            of[m->edges[e].callee].can = false;
      for (size_t i = 0; i < m->routine_count; i++)
         is[i] = of[i].can;
   }
   for (size_t i = 0; i < count; i++)
      list[i].piece = is[list[i].assessment->routine];
   free(is);
   free(of);
}
