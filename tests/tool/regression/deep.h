/* Very deep recursion: each level reads the cell of its thousand (or of its
   ten, if there are few levels).  AT_LEVEL(n) is done on the way down and up.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#ifndef AT_LEVEL
#define AT_LEVEL(n)
#endif

static volatile int cells[DEPTH / GROUP + 1];

ROUTINE long deep(long n)
{
   long sum = cells[n / GROUP];

   AT_LEVEL(n);
   if (n == 0)
      return sum;
   sum += deep(n - 1);
   AT_LEVEL(n);
   return sum;
}

/* The activation that returns from deep down is outermost again. */
ROUTINE long around(void)
{
   long sum = deep(DEPTH);

   return sum + cells[0];
}

static void *body(void *unused)
{
   for (int i = 0; i < ROUNDS; i++)
      must(around() == DEPTH + 2, "sum");
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
