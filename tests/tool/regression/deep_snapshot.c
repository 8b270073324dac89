/* Snapshots in the middle of a deep recursion look at all frames, packed ones
   too; then the recursion goes on, deeper and back.

   engines: fast timestamps check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "aprof.h"
#include <pthread.h>

enum { DEPTH = 200000, GROUP = 1000 };

static volatile int cells[DEPTH / GROUP + 1];

/* Is there a snapshot of this activation, on the way down or up?  At depths of
   20,000, 100,000, 180,000 and 200,000. */
static inline void ask(long n)
{
   if (n == 180000 || n == 100000 || n == 20000 || n == 0)
      must(APROF_SNAPSHOT() == RUNNING_ON_VALGRIND, "snapshot");
}

ROUTINE long deep(long n)
{
   long sum = cells[n / GROUP];

   ask(n);
   if (n > 0) {
      sum += deep(n - 1);
      ask(n);
   }
   return sum;
}

static void *body(void *unused)
{
   must(deep(DEPTH) == DEPTH + 1, "sum");
   return unused;
}

int main(void)
{
   pthread_attr_t attributes;
   pthread_t t;

   for (long i = 0; i <= DEPTH / GROUP; i++)
      cells[i] = 1;
   must(pthread_attr_init(&attributes) == 0, "attributes");
   must(pthread_attr_setstacksize(&attributes, 128L << 20) == 0, "stack size");
   must(pthread_create(&t, &attributes, body, NULL) == 0, "pthread_create");
   must(pthread_join(t, NULL) == 0, "pthread_join");
   return 0;
}
