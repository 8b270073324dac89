/* The call tree of a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "calltree/calltree.h"
#include "base/memory.h"

#include <stdlib.h>

/* Longer paths end in a node of callees. */
#define DEEPEST 250

typedef struct {
   const model *m;
   calltree tree;
   size_t *first_edge;                /* of each routine; the edges are in the
                                         order of their callers */
   prof_sum *self;                    /* of each routine */
   bool *on_path;                     /* of each routine */
   prof_sum least;
} builder;

typedef struct {
   size_t routine;
   prof_sum cost;
} part;

static int compare_parts(const void *a, const void *b)
{
   const part *x = a, *y = b;

   if (x->cost != y->cost)
      return x->cost < y->cost ? 1 : -1;
   return (x->routine > y->routine) - (x->routine < y->routine);
}

static size_t add_node(calltree *t, calltree_node node)
{
   t->nodes = memory_grow(t->nodes, t->count, &t->room, sizeof *t->nodes);
   t->nodes[t->count] = node;
   return t->count++;
}

/* Return whether an edge leads to a routine that is not on the path. */
static bool leads_on(const builder *b, size_t edge)
{
   const model_edge *e = &b->m->edges[edge];

   return e->outermost > 0 && !b->on_path[e->callee];
}

/* Distribute the cost of a routine over its self cost, which is returned, and
   its callees.  What divisions leave over is self cost, or of the last callee
   if the routine has no self cost. */
static prof_sum distribute(const builder *b, size_t routine, prof_sum cost,
                           part *parts, size_t *count)
{
   const size_t from = b->first_edge[routine], to = b->first_edge[routine + 1];
   long double whole = b->self[routine];
   prof_sum left = cost;

   *count = 0;
   for (size_t i = from; i < to; i++)
      if (leads_on(b, i))
         whole += b->m->edges[i].outermost;
   for (size_t i = from; i < to; i++) {
      const model_edge *e = &b->m->edges[i];
      prof_sum share;

      if (!leads_on(b, i))
         continue;
      share = cost * (e->outermost / whole);
      share = share < left ? share : left;
      left -= share;
      parts[(*count)++] = (part){ e->callee, share };
   }
   if (b->self[routine] == 0 && *count > 0) {
      parts[*count - 1].cost += left;
      left = 0;
   }
   return left;
}

/* Add the node of a routine and all below it. */
static void add_tree(builder *b, size_t parent, size_t routine, prof_sum cost,
                     unsigned depth)
{
   const size_t edges = b->first_edge[routine + 1] - b->first_edge[routine];
   part *parts = memory_new(edges + 1, sizeof *parts);
   const size_t node = add_node(&b->tree, (calltree_node){ routine, parent,
                                                           cost, 0 });
   prof_sum small = 0;
   size_t count;

   b->on_path[routine] = true;
   b->tree.nodes[node].self = distribute(b, routine, cost, parts, &count);
   qsort(parts, count, sizeof *parts, compare_parts);
   for (size_t i = 0; i < count; i++)
      if (parts[i].cost >= b->least && depth < DEEPEST)
         add_tree(b, node, parts[i].routine, parts[i].cost, depth + 1);
      else
         small += parts[i].cost;
   if (small > 0)
      add_node(&b->tree, (calltree_node){ CALLTREE_NONE, node, small, small });
   b->on_path[routine] = false;
   free(parts);
}

/* Set of each routine the first edge and the self cost; return the cost of the
   activations that have no caller. */
static prof_sum *prepare(builder *b)
{
   const model *m = b->m;
   prof_sum *cost = memory_new(m->routine_count + 1, sizeof *cost);
   size_t edge = 0;

   for (size_t i = 0; i < m->routine_count; i++) {
      const prof_tuple sums = model_sums(m, i, MODEL_ALL_THREADS);

      b->self[i] = sums.self.sum;
      cost[i] = sums.outermost;
      b->first_edge[i] = edge;
      while (edge < m->edge_count && m->edges[edge].caller == i)
         edge++;
   }
   b->first_edge[m->routine_count] = edge;
   for (size_t i = 0; i < m->edge_count; i++) {
      const model_edge *e = &m->edges[i];

      cost[e->callee] -= e->outermost < cost[e->callee] ? e->outermost
                                                        : cost[e->callee];
   }
   return cost;
}

calltree calltree_new(const model *m, double least)
{
   builder b = {
      .m = m,
      .first_edge = memory_new(m->routine_count + 1, sizeof *b.first_edge),
      .self = memory_new(m->routine_count + 1, sizeof *b.self),
      .on_path = memory_new(m->routine_count + 1, sizeof *b.on_path),
   };
   prof_sum *cost = prepare(&b);
   part *roots = memory_new(m->routine_count + 1, sizeof *roots);
   size_t count = 0;

   for (size_t i = 0; i < m->routine_count; i++)
      if (cost[i] > 0) {
         roots[count++] = (part){ i, cost[i] };
         b.tree.cost += cost[i];
      }
   b.least = (long double)b.tree.cost * least;
   qsort(roots, count, sizeof *roots, compare_parts);
   for (size_t i = 0; i < count; i++)
      add_tree(&b, CALLTREE_NONE, roots[i].routine, roots[i].cost, 1);
   free(roots);
   free(cost);
   free(b.first_edge);
   free(b.self);
   free(b.on_path);
   return b.tree;
}
