/* One thread sets up rows that three others read, and then fill but for their
   edges; so the fast engine folds the first thread's pages with valid stamps in
   them (engine/fast/fold.h).  Such pages are written by the kernel, given back
   in part, moved, copied to a child process, read and written by the first
   thread again.

   flags: -pthread
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

enum { THREADS = 3, ROWS = 96, SIDE = 1200, CELLS = ROWS * SIDE, ROUNDS = 3,
       BYTES = (4 * CELLS + 4095) / 4096 * 4096, INNER = SIDE - 2 };

static int *volatile cells;
static pthread_barrier_t barrier;
static int zeros = -1;

static int *map(void)
{
   int *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   require(p != MAP_FAILED, "mmap");
   return p;
}

ROUTINE void set_up(int *c)
{
   for (int i = 0; i < CELLS; i++)
      c[i] = i;
}

ROUTINE long scan(const int *c)
{
   long sum = 0;

   for (int i = 0; i < CELLS; i++)
      sum += c[i];
   return sum;
}

ROUTINE void fill(int *c, int first)
{
   for (int y = first; y < ROWS; y += THREADS)
      for (int x = 1; x <= INNER; x++)
         c[y * SIDE + x] = y;
}

ROUTINE void *work(void *number)
{
   for (int round = 0; round < ROUNDS; round++) {
      pthread_barrier_wait(&barrier);
      scan(cells);
      pthread_barrier_wait(&barrier);
      fill(cells, (int)(long)number);
      pthread_barrier_wait(&barrier);
   }
   return NULL;
}

static void change(int round)
{
   int *c = cells, *to;

   if (round == 0) {
      require(pread(zeros, &c[5000], 9000, 0) == 9000, "pread");
      c[20000]++;
   } else if (round == 1) {
      require(mmap((char *)c + 8 * 4096, 4096, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
              != MAP_FAILED, "mmap");
      to = map();
      cells = mremap(c, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
      require(cells == to, "mremap");
   } else if (fork() == 0) {
      scan(c);
      _exit(0);
   }
}

ROUTINE void rounds(void)
{
   for (int round = 0; round < ROUNDS; round++) {
      set_up(cells);
      pthread_barrier_wait(&barrier);
      pthread_barrier_wait(&barrier);
      pthread_barrier_wait(&barrier);
      change(round);
      scan(cells);
   }
}

int main(void)
{
   pthread_t thread[THREADS];

   zeros = open("/dev/zero", O_RDONLY);
   cells = map();
   pthread_barrier_init(&barrier, NULL, THREADS + 1);
   for (long i = 0; i < THREADS; i++)
      thread[i] = start(work, (void *)i);
   rounds();
   for (int i = 0; i < THREADS; i++)
      pthread_join(thread[i], NULL);
   wait(NULL);
   return 0;
}
