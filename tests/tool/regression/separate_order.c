/* With --separate-threads=yes threads find their tables again, in whatever
   order they have first called a routine: the last threads first, then the
   main thread, then all of them once more.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define N 9

static volatile int cells[100];

READER_OF(leaf, cells)

/* Steps 1 to N are taken downwards, and from N + 1 on upwards. */
ROUTINE void *body(void *number)
{
   long k = (long)number;

   await(N - k);
   leaf(10 * k);
   reach(N - k + 1);
   await(N + k);
   leaf(10 * k + 1);
   leaf(10 * k + 2);
   reach(N + k + 1);
   return NULL;
}

int main(void)
{
   pthread_t threads[N];

   make_steps(2 * N + 2);
   for (long k = 0; k < N; k++)
      threads[k] = start(body, (void *)(k + 1));
   reach(0);
   await(N);
   leaf(5);
   reach(N + 1);
   for (int k = 0; k < N; k++)
      pthread_join(threads[k], NULL);
   leaf(6);
   return 0;
}
