/* Recursions: see assess/circle.h.

   They are the strongly connected parts of the graph of calls.  Tarjan's
   algorithm finds them in one walk ("Depth-first search and linear graph
   algorithms", 1972): each routine gets a number in the order in which it is
   reached, and the lowest number of a waiting routine that is reached from it
   (`low`).  If that is its own number, then the routine is the first one of its
   part, and all that waits above it is the rest.

   The graph has only routines that have been below themselves.  In a recursion
   that has taken place on a stack every routine was.  Without this, one that
   calls whatever it is given, such as `caml_apply2`, a dispatcher of events, or
   the `accept` of visitors, makes one circle of all that calls it and all that
   it calls, though none of them has ever been below itself.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/circle.h"
#include "assess/read_sums.h"
#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Cells of an input without a record in x-sum-reads, at the most. */
#define SMALL 64.0
/* A routine is one of a recursion's that read most from this part of the most on. */
#define HALF 0.5
/* Passes over all edges to find what is below a recursion, and changes of a part
   that do not matter. */
enum { ROUNDS = 16 };
#define SMALL_PART 0.01

typedef struct {
   const model *m;
   size_t *first, *callees;           /* those of routine r: callees[first[r]]
                                         up to callees[first[r + 1]] */
   size_t *number, *low;              /* 0: not reached yet */
   size_t *next;                      /* the callee to look at next */
   size_t *path, depth;               /* from the root of the walk on */
   size_t *waiting, waits;            /* without a part, in the order in which
                                         they were reached */
   bool *is_waiting;
   size_t reached;
   size_t *circles, count;
} walk;

/* Return for each routine whether a call of it was below another one.  The cost
   of such a call is no cost of outermost activations.  The caller frees the
   list. */
static bool *find_nested(const model *m)
{
   bool *nested = memory_new(m->routine_count + 1, sizeof *nested);

   for (size_t e = 0; e < m->edge_count; e++)
      nested[m->edges[e].callee] |= m->edges[e].outermost < m->edges[e].cost;
   return nested;
}

static void make_callees(walk *w)
{
   const model *m = w->m;
   bool *nested = find_nested(m);

   w->first = memory_new(m->routine_count + 2, sizeof *w->first);
   w->callees = memory_new(m->edge_count + 1, sizeof *w->callees);
   for (size_t e = 0; e < m->edge_count; e++)
      if (nested[m->edges[e].caller] && nested[m->edges[e].callee])
         w->first[m->edges[e].caller + 2]++;
   for (size_t r = 1; r < m->routine_count + 2; r++)
      w->first[r] += w->first[r - 1];
   for (size_t e = 0; e < m->edge_count; e++)
      if (nested[m->edges[e].caller] && nested[m->edges[e].callee])
         w->callees[w->first[m->edges[e].caller + 1]++] = m->edges[e].callee;
   free(nested);
}

static void reach(walk *w, size_t routine)
{
   w->number[routine] = w->low[routine] = ++w->reached;
   w->next[routine] = w->first[routine];
   w->path[w->depth++] = routine;
   w->waiting[w->waits++] = routine;
   w->is_waiting[routine] = true;
}

static void lower(size_t *low, size_t to)
{
   if (to < *low)
      *low = to;
}

static bool calls_itself(const walk *w, size_t routine)
{
   for (size_t i = w->first[routine]; i < w->first[routine + 1]; i++)
      if (w->callees[i] == routine)
         return true;
   return false;
}

/* The routine is the first one of its part. */
static void take_part(walk *w, size_t routine)
{
   const bool is_circle = w->waiting[w->waits - 1] != routine ||
                          calls_itself(w, routine);
   size_t member;

   if (is_circle)
      w->count++;
   do {
      member = w->waiting[--w->waits];
      w->is_waiting[member] = false;
      if (is_circle)
         w->circles[member] = w->count;
   } while (member != routine);
}

static void walk_from(walk *w, size_t root)
{
   reach(w, root);
   while (w->depth > 0) {
      const size_t at = w->path[w->depth - 1];

      if (w->next[at] < w->first[at + 1]) {
         const size_t callee = w->callees[w->next[at]++];

         if (w->number[callee] == 0)
            reach(w, callee);
         else if (w->is_waiting[callee])
            lower(&w->low[at], w->number[callee]);
         continue;
      }
      w->depth--;
      if (w->depth > 0)
         lower(&w->low[w->path[w->depth - 1]], w->low[at]);
      if (w->low[at] == w->number[at])
         take_part(w, at);
   }
}

circle_numbers circle_number_all(const model *m)
{
   const size_t n = m->routine_count + 1;
   walk w = { .m = m };

   make_callees(&w);
   w.number = memory_new(n, sizeof *w.number);
   w.low = memory_new(n, sizeof *w.low);
   w.next = memory_new(n, sizeof *w.next);
   w.path = memory_new(n, sizeof *w.path);
   w.waiting = memory_new(n, sizeof *w.waiting);
   w.is_waiting = memory_new(n, sizeof *w.is_waiting);
   w.circles = memory_new(n, sizeof *w.circles);
   for (size_t r = 0; r < m->routine_count; r++)
      if (w.number[r] == 0)
         walk_from(&w, r);
   free(w.is_waiting);
   free(w.waiting);
   free(w.path);
   free(w.next);
   free(w.low);
   free(w.number);
   free(w.callees);
   free(w.first);
   return (circle_numbers){ w.circles, w.count };
}

/* Set for each routine which part of its cost is below a recursion; all: its cost
   below any caller.  Passes end when nothing changes: a chain of callers is seldom
   longer than ROUNDS. */
static void find_below(const model *m, const size_t *circles, size_t circle,
                       const double *all, double *sums, double *below)
{
   bool changes = true;

   for (size_t r = 0; r < m->routine_count; r++)
      below[r] = circles[r] == circle;
   for (int round = 0; changes && round < ROUNDS; round++) {
      changes = false;
      for (size_t r = 0; r < m->routine_count; r++)
         sums[r] = 0;
      for (size_t e = 0; e < m->edge_count; e++) {
         const model_edge *edge = &m->edges[e];

         sums[edge->callee] += (double)edge->outermost * below[edge->caller];
      }
      for (size_t r = 0; r < m->routine_count; r++)
         if (circles[r] != circle && sums[r] > 0) {
            const double part = sums[r] / all[r];

            changes |= fabs(part - below[r]) > SMALL_PART;
            below[r] = part;
         }
   }
}

/* Return whether most of the cost of an edge's calls is below another call of the
   callee. */
static bool is_nested(const model_edge *edge)
{
   return 2 * edge->outermost < edge->cost;
}

/* Set for each edge whether most of the cost of its calls is below another call
   of the callee, for each recursion how many other edges into it there are, and for
   each routine its cost below any caller. */
static void find_nested_edges(const model *m, const size_t *circles,
                              bool *inner, size_t *others, double *all)
{
   for (size_t e = 0; e < m->edge_count; e++) {
      const model_edge *edge = &m->edges[e];

      inner[e] = circles[edge->caller] == circles[edge->callee] ||
                 is_nested(edge);
      others[circles[edge->callee]] += !inner[e];
      all[edge->callee] += (double)edge->outermost;
   }
}

/* Return for each edge whether its calls are of the callee's recursion's own,
   also if by way of routines that were never below themselves: most of their cost is
   below another call of the callee, or most of their caller's is below the
   recursion.  (A single edge into it is from outside.)  The caller frees the
   list. */
static bool *find_inner(const model *m, const circle_numbers *numbers)
{
   const size_t *circles = numbers->of;
   bool *inner = memory_new(m->edge_count + 1, sizeof *inner);
   size_t *others = memory_new(numbers->count + 1, sizeof *others);
   double *below = memory_new(m->routine_count + 1, sizeof *below);
   double *all = memory_new(m->routine_count + 1, sizeof *all);
   double *sums = memory_new(m->routine_count + 1, sizeof *sums);

   find_nested_edges(m, circles, inner, others, all);
   for (size_t circle = 1; circle <= numbers->count; circle++) {
      if (others[circle] < 2)
         continue;
      find_below(m, circles, circle, all, sums, below);
      for (size_t e = 0; e < m->edge_count; e++)
         if (circles[m->edges[e].callee] == circle)
            inner[e] |= 2 * below[m->edges[e].caller] > 1;
   }
   free(sums);
   free(all);
   free(below);
   free(others);
   return inner;
}

/* The calls of a routine: those below other calls of it, and others. */
typedef struct {
   double inner_cells, inner_cost, outer_cells, outer_cost;
} nested_calls;

static nested_calls *nested_calls_all(const model *m)
{
   nested_calls *list = memory_new(m->routine_count + 1, sizeof *list);

   for (size_t e = 0; e < m->edge_count; e++) {
      const model_edge *edge = &m->edges[e];
      nested_calls *n = &list[edge->callee];

      if (is_nested(edge))
         n->inner_cost += (double)edge->cost;
      else {
         n->outer_cost += (double)edge->cost;
         n->outer_cells += SMALL * (double)edge->calls;
      }
   }
   for (size_t i = 0; i < m->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, &m->optionals[i], &sums);

      if (edge && is_nested(edge))
         list[edge->callee].inner_cells += (double)sums[READS_CELLS];
      else if (edge)
         list[edge->callee].outer_cells +=
            (double)sums[READS_CELLS] - SMALL * (double)sums[READS_CALLS];
   }
   return list;
}

static double times_of_nested(const nested_calls *n)
{
   return n->inner_cost > 0 && n->outer_cells > 0
      ? n->inner_cells / n->outer_cells / (n->inner_cost / n->outer_cost) : 0;
}

static void set_least_times(const model *m, const size_t *circles, size_t count,
                            circle_calls *list)
{
   nested_calls *nested = nested_calls_all(m);
   double *most = memory_new(count + 1, sizeof *most);

   for (size_t r = 0; r < m->routine_count; r++)
      most[circles[r]] = fmax(most[circles[r]], nested[r].inner_cells);
   for (size_t i = 0; i <= count; i++)
      list[i].least_times = INFINITY;
   for (size_t r = 0; r < m->routine_count; r++)
      if (nested[r].outer_cost > 0 &&
          nested[r].inner_cells >= HALF * most[circles[r]])
         list[circles[r]].least_times = fmin(list[circles[r]].least_times,
                                             times_of_nested(&nested[r]));
   free(most);
   free(nested);
}

circle_calls *circle_calls_all(const model *m, const circle_numbers *numbers)
{
   const size_t *circles = numbers->of;
   circle_calls *list = memory_new(numbers->count + 1, sizeof *list);
   bool *inner = find_inner(m, numbers);

   for (size_t e = 0; e < m->edge_count; e++) {
      const model_edge *edge = &m->edges[e];
      circle_calls *c = &list[circles[edge->callee]];

      if (inner[e]) {
         c->inner += (double)edge->calls;
         c->inner_cost += (double)edge->cost;
      } else {
         c->outer += (double)edge->calls;
         c->outer_cost += (double)edge->cost;
         if (edge->calls > 0)
            c->dearest = fmax(c->dearest, (double)edge->cost /
                                          (double)edge->calls);
         c->cells += SMALL * (double)edge->calls;
      }
   }
   for (size_t i = 0; i < m->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, &m->optionals[i], &sums);
      circle_calls *c;

      if (edge == NULL)
         continue;
      c = &list[circles[edge->callee]];
      if (inner[edge - m->edges]) {
         c->inner_cells += (double)sums[READS_CELLS];
      } else {
         c->large += (double)sums[READS_CALLS];
         c->cells += (double)sums[READS_CELLS] -
                     SMALL * (double)sums[READS_CALLS];
      }
   }
   free(inner);
   set_least_times(m, circles, numbers->count, list);
   return list;
}

double circle_dear_calls(const circle_calls *c)
{
   return c->dearest > 0 ? c->outer_cost / c->dearest : c->outer;
}

/* A cost counts in all calls that it is below. */
double circle_depth(const circle_calls *c)
{
   return c->outer_cost > 0 ? c->inner_cost / c->outer_cost : 0;
}

/* So does a cell that is read once. */
double circle_times(const circle_calls *c)
{
   const double depth = circle_depth(c);

   return c->cells > 0 && depth > 0
      ? fmin(c->least_times, c->inner_cells / c->cells / depth) : 0;
}
