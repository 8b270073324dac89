/* Four threads take scattered cells from each other, by turns; so the fast
   engine makes the pages lazy (engine/fast/lazy.h).  In between such pages are
   written by the kernel, given back in part, moved, read by all threads, and
   used by one thread alone; a child process goes on with them.

   flags: -pthread
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

enum { THREADS = 4, PAGES = 16, ROUNDS = 10 };
typedef int cell;

#include "scattered.h"

/* What changes after a round. */
static const change changes[ROUNDS] = {
   [3] = KERNEL_WRITES, [5] = PAGE_IS_NEW, [6] = ALL_MOVE,
   [8] = CHILD
};

/* In round 7 all of the cells are only read; in round 9 one thread alone uses a
   page, again and again. */
ROUTINE int visit(size_t own, int round)
{
   int *c = cells, sum = 0;

   if (round == 7)
      for (size_t i = 0; i < CELLS; i++)
         sum += c[i];
   else if (round == 9)
      for (size_t i = 0; own == 0 && i < 5 * PAGE / 4; i++)
         c[i % (PAGE / 4)]++;
   else
      for (size_t i = 0; i < SHARE; i++)
         c[((own + (size_t)round) % THREADS * SHARE + i) * 7919 % CELLS]++;
   return sum;
}

ROUTINE int go_on(size_t own)
{
   int sum = 0;

   for (int round = 0; round < ROUNDS; round++)
      for (size_t turn = 0; turn < THREADS; turn++) {
         pthread_barrier_wait(&barrier);
         if (turn == own)
            sum += visit(own, round);
         pthread_barrier_wait(&barrier);
         if (turn == own && own == 0)
            make(changes[round]);
      }
   return sum;
}

ROUTINE void *work(void *number)
{
   return (void *)(long)go_on((size_t)number);
}

int main(void)
{
   run_threads(work);
   return 0;
}
