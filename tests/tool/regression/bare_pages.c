/* Four threads take scattered cells from each other, each in one activation; so
   the fast engine makes the pages bare (engine/fast/bare.h).  In between such
   pages are written by the kernel, given back in part, moved, and used by a
   routine that is called then; a child process goes on with them.

   flags: -pthread
   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

enum { THREADS = 4, PAGES = 256, ROUNDS = 12 };
typedef long cell;

#include "scattered.h"

/* What changes after a round. */
static const change changes[ROUNDS] = {
   [4] = KERNEL_WRITES, [6] = PAGE_IS_NEW, [8] = ALL_MOVE, [10] = CHILD
};

/* Cells of the first sixteen pages: all of them, which its caller has seen. */
ROUTINE long look(void)
{
   long *c = cells, sum = 0;

   for (size_t i = 0; i < 16 * PAGE / 8; i++)
      sum += c[i];
   return sum;
}

ROUTINE void *work(void *number)
{
   size_t own = (size_t)number;
   long sum = 0;

   for (int round = 0; round < ROUNDS; round++) {
      size_t first = (own + (size_t)round) % THREADS * SHARE;
      long *c = cells;

      for (size_t i = first; i < first + SHARE; i++)
         c[i * 2654435761u % CELLS]++;
      pthread_barrier_wait(&barrier);
      if (round == 5 || round == 9)
         sum += look();
      pthread_barrier_wait(&barrier);
      if (own == 0)
         make(changes[round]);
      pthread_barrier_wait(&barrier);
   }
   return (void *)sum;
}

int main(void)
{
   run_threads(work);
   return 0;
}
