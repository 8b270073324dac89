/* A program that another process kills leaves its latest snapshot, if it has
   run long enough; with --snapshot-every=0 it leaves nothing.

   engines: fast timestamps check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <time.h>

static volatile int cells[100];

READER_OF(leaf, cells)

/* Five seconds of work, not of sleep.  It never ends, however late
   the process runs that kills it. */
ROUTINE void works(int kill)
{
   struct timespec start, now;

   leaf(20);
   clock_gettime(CLOCK_MONOTONIC, &start);
   do {
      leaf(30);
      clock_gettime(CLOCK_MONOTONIC, &now);
   } while ((now.tv_sec - start.tv_sec) * 1000
            + (now.tv_nsec - start.tv_nsec) / 1000000 < 5000);
   must(write(kill, "k", 1) == 1, "write");
   for (;;)
      pause();
}

int main(void)
{
   int ends[2];
   char c;

   must(pipe(ends) == 0, "pipe");
   if (fork() == 0) {
      if (read(ends[0], &c, 1) == 1)
         kill(getppid(), SIGKILL);
      _exit(0);
   }
   leaf(10);
   works(ends[1]);
   return 0;
}
