/* Graphs of n nodes.  Graphs with edges in arrays have three edges from each
   node: the edges of node i are first[i] to first[i+1]-1, 4 n + 1 cells in
   all.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

/* Each node and each edge once: linear in the graph. */
ROUTINE int breadth_first(const int *first, const int *to, int n)
{
   int queue[n], distance[n], tail = 1;

   for (int i = 0; i < n; i++)
      distance[i] = -1;
   queue[0] = distance[0] = 0;
   for (int head = 0; head < tail; head++)
      for (int e = first[queue[head]]; e < first[queue[head] + 1]; e++)
         if (distance[to[e]] < 0) {
            distance[to[e]] = distance[queue[head]] + 1;
            queue[tail++] = to[e];
         }
   return distance[queue[tail - 1]];
}

static int visit(const int *first, const int *to, int node, char *seen)
{
   int count = 1;

   seen[node] = 1;
   for (int e = first[node]; e < first[node + 1]; e++)
      if (!seen[to[e]])
         count += visit(first, to, to[e], seen);
   return count;
}

/* The same, in another order. */
ROUTINE int depth_first(const int *first, const int *to, int n)
{
   char seen[n];

   for (int i = 0; i < n; i++)
      seen[i] = 0;
   return visit(first, to, 0, seen);
}

/* With a heap that the routine has made, which has up to 3 n entries; with 3 n
   weights there are 7 n + 1 cells, and n log n steps. */
ROUTINE int dijkstra(const int *first, const int *to, const int *weight, int n)
{
   struct { int distance, node; } heap[3 * n + 2], moved;
   int distance[n], size = 1, last = 0;

   for (int i = 0; i < n; i++)
      distance[i] = 1 << 30;
   heap[1].distance = heap[1].node = distance[0] = 0;
   while (size > 0) {
      int node = heap[1].node, near = heap[1].distance, at = 1;
      moved = heap[size--];
      while (2 * at <= size) {
         int child = 2 * at;
         if (child < size && heap[child + 1].distance < heap[child].distance)
            child++;
         if (moved.distance <= heap[child].distance)
            break;
         heap[at] = heap[child];
         at = child;
      }
      heap[at] = moved;
      if (near > distance[node])
         continue;
      last = near;
      for (int e = first[node]; e < first[node + 1]; e++)
         if (near + weight[e] < distance[to[e]]) {
            moved.node = to[e];
            moved.distance = distance[to[e]] = near + weight[e];
            for (at = ++size; at > 1 && moved.distance < heap[at / 2].distance;
                 at /= 2)
               heap[at] = heap[at / 2];
            heap[at] = moved;
         }
   }
   return last;
}

/* n edges, 3 n cells; passes over all edges until nothing changes: one pass if
   they are in the order of the path, n passes if they are against it. */
ROUTINE int bellman_ford(const int *from, const int *to, const int *weight,
                         int n)
{
   int distance[n + 1], changed = 1;

   for (int i = 0; i <= n; i++)
      distance[i] = i == 0 ? 0 : 1 << 29;
   while (changed) {
      changed = 0;
      for (int e = 0; e < n; e++)
         if (distance[from[e]] + weight[e] < distance[to[e]]) {
            distance[to[e]] = distance[from[e]] + weight[e];
            changed = 1;
         }
   }
   return distance[n];
}

/* The path to the root is halved on the way: nearly constant for each. */
static int root_of(int *parent, int node)
{
   while (parent[node] != node)
      node = parent[node] = parent[parent[node]];
   return node;
}

/* n edges, 2 n cells, among n nodes: n. */
ROUTINE int components(const int *from, const int *to, int n)
{
   int parent[n], size[n], count = n;

   for (int i = 0; i < n; i++) {
      parent[i] = i;
      size[i] = 1;
   }
   for (int e = 0; e < n; e++) {
      int a = root_of(parent, from[e]), b = root_of(parent, to[e]);
      if (a == b)
         continue;
      count--;
      if (size[a] < size[b]) {
         int t = a;
         a = b;
         b = t;
      }
      parent[b] = a;
      size[a] += size[b];
   }
   return count;
}

/* The same with a label for each node; all labels are compared for each edge:
   n^2. */
ROUTINE int components_by_label(const int *from, const int *to, int n)
{
   int label[n], count = n;

   for (int i = 0; i < n; i++)
      label[i] = i;
   for (int e = 0; e < n; e++) {
      int a = label[from[e]], b = label[to[e]];
      count -= a != b;
      for (int i = 0; i < n; i++)
         if (label[i] == b)
            label[i] = a;
   }
   return count;
}

/* Without balancing, and with edges that make a chain which each search walks:
   2 n cells, n^2/2 steps. */
ROUTINE int components_by_chain(const int *from, const int *to, int n)
{
   int parent[n + 1], count = n + 1;

   for (int i = 0; i <= n; i++)
      parent[i] = i;
   for (int e = 0; e < n; e++) {
      int a = from[e], b = to[e];
      while (parent[a] != a)
         a = parent[a];
      while (parent[b] != b)
         b = parent[b];
      count -= a != b;
      parent[a] = b;
   }
   return count;
}

/* Nodes without edges to them, one after the other: each node and edge
   twice. */
ROUTINE int topological_order(const int *first, const int *to, int n)
{
   int waiting[n], ready[n], tail = 0;

   for (int i = 0; i < n; i++)
      waiting[i] = 0;
   for (int e = 0; e < first[n]; e++)
      waiting[to[e]]++;
   for (int i = 0; i < n; i++)
      if (waiting[i] == 0)
         ready[tail++] = i;
   for (int head = 0; head < tail; head++)
      for (int e = first[ready[head]]; e < first[ready[head] + 1]; e++)
         if (--waiting[to[e]] == 0)
            ready[tail++] = to[e];
   return tail;
}

/* Ten rounds over all edges. */
ROUTINE float page_rank(const int *first, const int *to, int n)
{
   float rank[n], next[n];

   for (int i = 0; i < n; i++)
      rank[i] = 1;
   for (int round = 0; round < 10; round++) {
      for (int i = 0; i < n; i++)
         next[i] = 1;
      for (int i = 0; i < n; i++)
         for (int e = first[i]; e < first[i + 1]; e++)
            next[to[e]] += rank[i] / 8;
      for (int i = 0; i < n; i++)
         rank[i] = next[i];
   }
   return rank[0];
}

/* The smallest spanning tree: edges by weight, from a heap that the routine
   has made, joined if they join two trees. n edges, 3 n cells, n log n. */
ROUTINE int spanning_tree(const int *from, const int *to, const int *weight,
                          int n)
{
   int heap[n], parent[n], total = 0;

   for (int i = 0; i < n; i++)
      parent[i] = heap[i] = i;
   for (int start = n / 2 - 1, size = n; size > 0;) {
      int at = start > 0 ? start-- : 0, moved = heap[at];
      while (2 * at + 1 < size) {
         int child = 2 * at + 1;
         if (child + 1 < size && weight[heap[child + 1]] < weight[heap[child]])
            child++;
         if (weight[moved] <= weight[heap[child]])
            break;
         heap[at] = heap[child];
         at = child;
      }
      heap[at] = moved;
      if (start > 0)
         continue;
      int e = heap[0], a = root_of(parent, from[e]), b = root_of(parent, to[e]);
      if (a != b) {
         parent[a] = b;
         total += weight[e];
      }
      heap[0] = heap[--size];
   }
   return total;
}

#define MOST 2200

static int first[MOST + 1], from[3 * MOST], to[3 * MOST], weight[3 * MOST];

/* A ring, and two edges more from each node.  Without cycles: the ring is
   open, and all edges lead upwards. */
static void random_graph(int n, int cycles)
{
   int e = 0;

   for (int i = 0; i < n; i++) {
      first[i] = e;
      for (int k = 0; k < 3; k++)
         if (cycles)
            to[e++] = k == 0 ? (i + 1) % n : random_below(n);
         else if (i + 1 < n)
            to[e++] = k == 0 ? i + 1 : i + 1 + random_below(n - i - 1);
   }
   first[n] = e;
   random_ints(weight, e, 1000);
}

int main(void)
{
   EACH_SIZE(n, 16, 2100) {
      for (int k = 0; k < REPEATS; k++) {
         random_graph(n, 1);
         breadth_first(first, to, n);
         depth_first(first, to, n);
         dijkstra(first, to, weight, n);
         page_rank(first, to, n);
         random_graph(n, 0);
         topological_order(first, to, n);
         random_ints(from, n, n);
         random_ints(to, n, n);
         components(from, to, n);
         spanning_tree(from, to, weight, n);
      }
      if (n > 700)
         continue;
      components_by_label(from, to, n);
      for (int against = 0; against < 2; against++) {
         for (int e = 0; e < n; e++) {
            from[e] = against ? n - 1 - e : e;
            to[e] = from[e] + 1;
         }
         bellman_ford(from, to, weight, n);
      }
      for (int e = 0; e < n; e++) {
         from[e] = 0;
         to[e] = e + 1;
      }
      components_by_chain(from, to, n);
   }
   return 0;
}
