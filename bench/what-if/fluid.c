/* As fluidanimate of the PARSEC benchmarks: two threads move the particles of
   their halves, step by step, with barriers that spin.  One half has more
   particles that are near each other.  BETTER: there only
   particles that are near are computed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { STEPS = 150, DENSE = 700, SPARSE = 500, MOVED = 150000 };
#ifdef BETTER
enum { NEAR = 250 };
#else
enum { NEAR = DENSE };
#endif

static double place[2][DENSE], force[2][DENSE];
static const int count[2] = { DENSE, SPARSE };
static atomic_uint arrived, phase;

static void barrier_wait(void)
{
   const unsigned mine = atomic_load(&phase);

   if (atomic_fetch_add(&arrived, 1) == 1) {
      atomic_store(&arrived, 0);
      atomic_store(&phase, mine + 1);
   } else
      while (atomic_load(&phase) == mine)
         ;
}

static inline __attribute__((always_inline)) double attract(double distance)
{
   return distance * (1 - 0.01 * distance * distance);
}

static __attribute__((noipa)) void find_dense_forces(double *f,
                                                     const double *p, int n)
{
   for (int i = 0; i < n; i++) {
      const int first = i > NEAR ? i - NEAR : 0;
      const int past = i + NEAR < n ? i + NEAR : n;

      f[i] = 0;
      for (int k = first; k < past; k++)
         f[i] += attract(p[k] - p[i]);
   }
}

static void find_sparse_forces(double *f, const double *p, int n)
{
   for (int i = 0; i < n; i++) {
      f[i] = 0;
      for (int k = 0; k < n; k++)
         f[i] += attract(p[k] - p[i]);
   }
}

static void move(double *p, const double *f, int n)
{
   for (int i = 0; i < MOVED; i++)
      p[i % n] += 1e-15 * f[i % n];
}

static void *simulate(void *own)
{
   const int half = own != NULL;

   for (int step = 0; step < STEPS; step++) {
      if (half == 0)
         find_dense_forces(force[0], place[0], count[0]);
      else
         find_sparse_forces(force[1], place[1], count[1]);
      barrier_wait();
      move(place[half], force[half], count[half]);
      barrier_wait();
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[2];

   for (int h = 0; h < 2; h++)
      for (int i = 0; i < count[h]; i++)
         place[h][i] = i * 0.37 + h;
   for (int i = 0; i < 2; i++)
      pthread_create(&threads[i], NULL, simulate, i ? &threads : NULL);
   for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
   printf("%.9f %.9f\n", place[0][1], place[1][1]);
   return 0;
}
