/* Four threads take scattered cells from each other, by turns; so the fast
   engine makes the pages lazy (engine/fast/lazy.h).  In between such pages are
   written by the kernel, given back in part, moved, read by all threads, and
   used by one thread alone; a child process goes on with them.

   flags: -pthread
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

enum { THREADS = 4, PAGE = 4096, BYTES = 16 * PAGE, CELLS = BYTES / 4,
       SHARE = CELLS / THREADS, ROUNDS = 10 };

static int *volatile cells;
static int zeros = -1;
static pthread_barrier_t barrier;

static int *map(void)
{
   int *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   if (p == MAP_FAILED)
      exit(1);
   return p;
}

/* One thread does this while the others wait. */
static void change(int round)
{
   int *to;

   if (round == 3 && pread(zeros, &cells[1000], 4096, 0) != 4096)
      exit(1);
   if (round == 5 && mmap(&cells[4 * PAGE / 4], PAGE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
                        == MAP_FAILED)
      exit(1);
   if (round == 6) {
      to = map();
      to = mremap(cells, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
      if (to == MAP_FAILED)
         exit(1);
      cells = to;
   }
   if (round == 8 && fork() == 0) {
      for (size_t i = 0; i < CELLS; i++)
         cells[i]++;
      _exit(0);
   }
}

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
            change(round);
      }
   return sum;
}

ROUTINE void *work(void *number)
{
   return (void *)(long)go_on((size_t)number);
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
