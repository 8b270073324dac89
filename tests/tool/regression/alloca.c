/* The stack pointer moves a long way and comes back, on the same stack: large
   frames, alloca, aligned frames.  No thread of control starts or ends by
   that.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <alloca.h>

ROUTINE long sum(const volatile int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE void fill(volatile int *a, long n)
{
   for (long i = 0; i < n; i++)
      a[i] = 1;
}

/* It has written all cells that it reads: no input. */
ROUTINE long with_alloca(long n)
{
   volatile int *a = alloca(n * sizeof *a);

   fill(a, n);
   return sum(a, n);
}

ROUTINE long big_frame(long n)
{
   volatile int a[500000];

   fill(a + 499999 - n, n);
   return sum(a + 499999 - n, n);
}

ROUTINE long aligned_frame(long n)
{
   volatile int a[100] __attribute__((aligned(4096)));

   fill(a, n);
   return sum(a, n);
}

/* In a loop, the frame grows in each iteration. */
ROUTINE long alloca_often(long n)
{
   long s = 0;

   for (int i = 0; i < 10; i++) {
      volatile int *a = alloca(n * sizeof *a);
      fill(a, n);
      s += sum(a, n);
   }
   return s;
}

ROUTINE long everything(void)
{
   return with_alloca(10) + with_alloca(400000) + big_frame(10)
          + aligned_frame(100) + alloca_often(20000) + with_alloca(10);
}

static void *body(void *result)
{
   *(long *)result = everything();
   return NULL;
}

int main(void)
{
   long expected = 10 + 400000 + 10 + 100 + 200000 + 10, in_thread;

   must(everything() == expected, "sum");
   pthread_join(start(body, &in_thread), NULL);
   must(in_thread == expected, "sum");
   return 0;
}
