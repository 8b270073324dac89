/* Four threads take scattered cells from each other, each in one activation; so
   the fast engine makes the pages bare (engine/fast/bare.h).  In between such
   pages are written by the kernel, given back in part, moved, and used by a
   routine that is called then; a child process goes on with them.

   flags: -pthread
   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

enum { THREADS = 4, PAGE = 4096, BYTES = 256 * PAGE, CELLS = BYTES / 8,
       SHARE = CELLS / THREADS, ROUNDS = 12 };

static long *volatile cells;
static int zeros = -1;
static pthread_barrier_t barrier;

static long *map(void)
{
   long *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   if (p == MAP_FAILED)
      exit(1);
   return p;
}

/* One thread does this while the others wait. */
static void change(int round)
{
   long *to;

   if (round == 4 && pread(zeros, &cells[1000], 4096, 0) != 4096)
      exit(1);
   if (round == 6 && mmap(&cells[4 * PAGE / 8], PAGE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
                        == MAP_FAILED)
      exit(1);
   if (round == 8) {
      to = map();
      to = mremap(cells, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
      if (to == MAP_FAILED)
         exit(1);
      cells = to;
   }
   if (round == 10 && fork() == 0) {
      for (size_t i = 0; i < CELLS; i++)
         cells[i]++;
      _exit(0);
   }
}

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
         change(round);
      pthread_barrier_wait(&barrier);
   }
   return (void *)sum;
}

int main(void)
{
   pthread_t thread[THREADS];

   zeros = open("/dev/zero", O_RDONLY);
   cells = map();
   pthread_barrier_init(&barrier, NULL, THREADS);
   for (size_t i = 0; i < THREADS; i++)
      thread[i] = start(work, (void *)i);
   for (int i = 0; i < THREADS; i++)
      pthread_join(thread[i], NULL);
   wait(NULL);
   return 0;
}
