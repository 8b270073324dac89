/* Jacobi iteration on a square of doubles: each step a parallel loop over
   rows, each new value the mean of four neighbours.  Most values that a thread
   reads were written in the step before, by the same thread or a neighbour.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel.h"

enum { SIDE = 1200 };

static void relax_row(double *to, const double *above, const double *row,
                      const double *below)
{
   for (int x = 1; x < SIDE - 1; x++)
      to[x] = 0.25 * (above[x] + row[x - 1] + row[x + 1] + below[x]);
}

static void step(double (*to)[SIDE], double (*from)[SIDE])
{
#pragma omp parallel for schedule(static)
   for (int y = 1; y < SIDE - 1; y++)
      relax_row(to[y], from[y - 1], from[y], from[y + 1]);
}

int main(int argc, char **argv)
{
   long steps = work(argc, argv, "STEPS");
   double (*a)[SIDE] = room(sizeof(double[SIDE][SIDE]));
   double (*b)[SIDE] = room(sizeof(double[SIDE][SIDE]));
   double sum = 0;

   for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++)
         a[y][x] = b[y][x] = x == 0 || y == 0 ? 1000.0 : (x * 7 + y) % 13;
   for (long i = 0; i < steps; i++) {
      double (*swap)[SIDE] = a;

      step(b, a);
      a = b;
      b = swap;
   }
   for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++)
         sum += a[y][x];
   printf("%.6f\n", sum);
   free(a);
   free(b);
   return 0;
}
