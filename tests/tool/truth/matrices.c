/* Matrices.  The side is m, the input m^2 cells or twice that: a routine of
   m^3 steps is n^1.5 in the cells that it reads, and a routine of m^2 steps is
   linear.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

/* 2 m^2 cells, m^3 steps. */
ROUTINE void matrix_multiply(int *c, const int *a, const int *b, int m)
{
   for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++) {
         int sum = 0;
         for (int k = 0; k < m; k++)
            sum += a[i * m + k] * b[k * m + j];
         c[i * m + j] = sum;
      }
}

/* m^2 + m cells, m^2 steps. */
ROUTINE void matrix_vector(int *y, const int *a, const int *x, int m)
{
   for (int i = 0; i < m; i++) {
      int sum = 0;
      for (int k = 0; k < m; k++)
         sum += a[i * m + k] * x[k];
      y[i] = sum;
   }
}

/* m^2 cells, m^2/2 steps; the diagonal is not touched: m^2 - m. */
ROUTINE void transpose(int *a, int m)
{
   for (int i = 0; i < m; i++)
      for (int j = 0; j < i; j++) {
         int t = a[i * m + j];
         a[i * m + j] = a[j * m + i];
         a[j * m + i] = t;
      }
}

/* m^2 + m cells, m^3/3 steps. */
ROUTINE void gauss(float *a, float *b, int m)
{
   for (int k = 0; k < m; k++)
      for (int i = k + 1; i < m; i++) {
         float factor = a[i * m + k] / a[k * m + k];
         for (int j = k; j < m; j++)
            a[i * m + j] -= factor * a[k * m + j];
         b[i] -= factor * b[k];
      }
   for (int i = m - 1; i >= 0; i--) {
      for (int j = i + 1; j < m; j++)
         b[i] -= a[i * m + j] * b[j];
      b[i] /= a[i * m + i];
   }
}

/* The nodes that can be reached: m^2 cells, up to m^3 steps. */
ROUTINE void transitive_closure(int *joined, int m)
{
   for (int k = 0; k < m; k++)
      for (int i = 0; i < m; i++)
         if (joined[i * m + k])
            for (int j = 0; j < m; j++)
               joined[i * m + j] |= joined[k * m + j];
}

/* m^2 cells, m^3 steps. */
ROUTINE void floyd_warshall(int *a, int m)
{
   for (int k = 0; k < m; k++)
      for (int i = 0; i < m; i++)
         for (int j = 0; j < m; j++)
            if (a[i * m + k] + a[k * m + j] < a[i * m + j])
               a[i * m + j] = a[i * m + k] + a[k * m + j];
}

/* m^2 cells, ten times m^2 steps; the routine has made the vector: no input. */
ROUTINE float power_iteration(const float *a, int m)
{
   float x[m], y[m], largest = 0;

   for (int i = 0; i < m; i++)
      x[i] = 1;
   for (int step = 0; step < 10; step++) {
      largest = 0;
      for (int i = 0; i < m; i++) {
         y[i] = 0;
         for (int k = 0; k < m; k++)
            y[i] += a[i * m + k] * x[k];
         if (y[i] > largest)
            largest = y[i];
      }
      for (int i = 0; i < m; i++)
         x[i] = y[i] / largest;
   }
   return largest;
}

/* All triples of m nodes that are all joined: m^2/2 cells, m^3/6 steps. */
ROUTINE int triangles(const int *joined, int m)
{
   int count = 0;

   for (int i = 0; i < m; i++)
      for (int j = 0; j < i; j++)
         for (int k = 0; k < j; k++)
            count += joined[i * m + j] & joined[i * m + k] & joined[j * m + k];
   return count;
}

/* Shortest paths from node 0; the next node is found by comparing all nodes:
   m^2 cells, m^2 steps. */
ROUTINE int dijkstra_dense(const int *a, int m)
{
   int distance[m], done[m], last = 0;

   for (int i = 0; i < m; i++) {
      distance[i] = i == 0 ? 0 : 1 << 29;
      done[i] = 0;
   }
   for (int step = 0; step < m; step++) {
      int next = -1;
      for (int i = 0; i < m; i++)
         if (!done[i] && (next < 0 || distance[i] < distance[next]))
            next = i;
      done[next] = 1;
      last = distance[next];
      for (int i = 0; i < m; i++)
         if (last + a[next * m + i] < distance[i])
            distance[i] = last + a[next * m + i];
   }
   return last;
}

/* Each cell from the eight around it: m^2 cells, about 9 m^2 steps. */
ROUTINE void life(int *next, const int *a, int m)
{
   for (int i = 1; i < m - 1; i++)
      for (int j = 1; j < m - 1; j++) {
         int alive = 0;
         for (int di = -1; di <= 1; di++)
            for (int dj = -1; dj <= 1; dj++)
               alive += a[(i + di) * m + j + dj];
         alive -= a[i * m + j];
         next[i * m + j] = alive == 3 || (alive == 2 && a[i * m + j]);
      }
}

#define MOST 80

static int a[MOST * MOST], b[MOST * MOST], c[MOST * MOST];
static float f[MOST * MOST], g[MOST];

/* Symmetric, the diagonal larger than the rest of its row. */
static void random_floats(int m)
{
   for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++)
         f[i * m + j] = f[j * m + i] =
            i == j ? 2 * m : 1 + random_below(100) / 100.;
      g[i] = 1 + random_below(10);
   }
}

int main(void)
{
   EACH_SIZE(m, 4, 80) {
      random_ints(a, m * m, 100);
      random_ints(b, m * m, 100);
      matrix_multiply(c, a, b, m);
      matrix_vector(c, a, b, m);
      dijkstra_dense(a, m);
      transpose(a, m);
      floyd_warshall(a, m);
      random_ints(a, m * m, 2);
      triangles(a, m);
      life(c, a, m);
      random_floats(m);
      power_iteration(f, m);
      gauss(f, g, m);
      transitive_closure(a, m);
   }
   return 0;
}
