/* Molecular dynamics: particles in a periodic box that attract and repel each
   other (Lennard-Jones), all pairs, velocity Verlet.  Each thread computes
   the whole force on its particles, so that sums are the same for every
   number of threads.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel.h"

enum { SIDE = 8, PARTICLES = SIDE * SIDE * SIDE };

static const double box = SIDE * 1.2, cutoff = 2.5, dt = 0.002;

typedef struct {
   double x[3];
} Vector;

static Vector position[PARTICLES], velocity[PARTICLES], force[PARTICLES];

static double nearest(double d)
{
   return d > box / 2 ? d - box : d < -box / 2 ? d + box : d;
}

static Vector force_on(int i)
{
   Vector f = { { 0, 0, 0 } };

   for (int j = 0; j < PARTICLES; j++) {
      double d[3], r2 = 0, s, g;

      if (j == i)
         continue;
      for (int k = 0; k < 3; k++) {
         d[k] = nearest(position[i].x[k] - position[j].x[k]);
         r2 += d[k] * d[k];
      }
      if (r2 > cutoff * cutoff)
         continue;
      s = 1 / (r2 * r2 * r2);
      g = 24 * s * (2 * s - 1) / r2;
      for (int k = 0; k < 3; k++)
         f.x[k] += g * d[k];
   }
   return f;
}

static void forces(void)
{
#pragma omp parallel for schedule(static)
   for (int i = 0; i < PARTICLES; i++)
      force[i] = force_on(i);
}

static void kick(int i)
{
   for (int k = 0; k < 3; k++)
      velocity[i].x[k] += 0.5 * dt * force[i].x[k];
}

static void drift(int i)
{
   kick(i);
   for (int k = 0; k < 3; k++) {
      double x = position[i].x[k] + dt * velocity[i].x[k];

      position[i].x[k] = x < 0 ? x + box : x >= box ? x - box : x;
   }
}

static double energy(void)
{
   double e = 0;

   for (int i = 0; i < PARTICLES; i++)
      for (int k = 0; k < 3; k++)
         e += 0.5 * velocity[i].x[k] * velocity[i].x[k];
   return e;
}

int main(int argc, char **argv)
{
   long steps = work(argc, argv, "STEPS");
   uint64_t state = 3;

   for (int i = 0; i < PARTICLES; i++) {
      int at[3] = { i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE };

      for (int k = 0; k < 3; k++) {
         position[i].x[k] = (at[k] + 0.5) * 1.2;
         velocity[i].x[k] = next_random(&state) % 2001 * 0.001 - 1;
      }
   }
   forces();
   for (long s = 0; s < steps; s++) {
#pragma omp parallel for schedule(static)
      for (int i = 0; i < PARTICLES; i++)
         drift(i);
      forces();
#pragma omp parallel for schedule(static)
      for (int i = 0; i < PARTICLES; i++)
         kick(i);
   }
   printf("%.9f\n", energy());
   return 0;
}
