/* A stack in stretches: a routine whose frame has no room calls __morestack,
   which calls back into it on another stretch.  The activation goes on there,
   its callers are pending, and it ends with its own return.  A signal handler
   interrupts one there.

   engines: fast check
   flags: -fsplit-stack
   pids: own
   needs: __morestack
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define CELLS 10
#define DEPTH 200
#define TIMES 3

static int array[CELLS];
static volatile int caught;

READER_OF(leaf, array)

ROUTINE void delay(int n)
{
   for (int i = 0; i < n; i++)
      __asm__ volatile("" : : : "memory");
}

/* Each activation has a frame of 2 KB. */
ROUTINE long recurse(int depth)
{
   volatile char frame[2000];
   long s = leaf(CELLS);

   frame[0] = depth;
   if (depth > 0)
      s += recurse(depth - 1);
   else
      delay(100000);
   return s + frame[0];
}

ROUTINE void handler(int signal)
{
   caught += signal != 0;
   leaf(CELLS / 2);
}

ROUTINE long signalled(int depth)
{
   volatile char frame[2000];
   long s = 0;

   frame[0] = depth;
   if (depth > 0)
      s = signalled(depth - 1);
   else
      kernel3(SYS_tgkill, getpid(), kernel3(SYS_gettid, 0, 0, 0), SIGUSR1);
   return s + frame[0] + leaf(CELLS);
}

ROUTINE void *thread(void *unused)
{
   long s = 0;

   (void)unused;
   for (int i = 0; i < TIMES; i++)
      s += recurse(DEPTH);
   return (void *)(s + signalled(DEPTH));
}

int main(void)
{
   pthread_attr_t a;
   pthread_t t;

   for (int i = 0; i < CELLS; i++)
      array[i] = i;
   signal(SIGUSR1, handler);
   pthread_attr_init(&a);
   pthread_attr_setstacksize(&a, 65536);
   if (pthread_create(&t, &a, thread, NULL) != 0)
      return 1;
   pthread_join(t, NULL);
   return caught != 1;
}
