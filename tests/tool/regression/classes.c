/* The five sizes side by side: a routine reads thirty cells that are not
   written again, ten cells that the kernel then writes, and twenty cells that
   another thread then writes; then it reads all of them again.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define DEVICE 90

static volatile int plain[30], from_kernel[10], from_thread[20];

ROUTINE int mix(void)
{
   int sum = 0;

   for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 30; i++)
         sum += plain[i];
      for (int i = 0; i < 10; i++)
         sum += from_kernel[i];
      for (int i = 0; i < 20; i++)
         sum += from_thread[i];
      if (round == 0) {
         kernel3(SYS_read, DEVICE, (long)from_kernel, sizeof from_kernel);
         reach(0);
         await(1);
      }
   }
   return sum;
}

/* For other routines the same cells are plain input after mix has read them. */
ROUTINE int later(void)
{
   int sum = 0;

   for (int i = 0; i < 30; i++)
      sum += plain[i];
   for (int i = 0; i < 10; i++)
      sum += from_kernel[i];
   for (int i = 0; i < 20; i++)
      sum += from_thread[i];
   return sum;
}

/* The kernel is the last writer, although the thread has written before it. */
ROUTINE int last_writer(void)
{
   int sum = 0;

   for (int i = 0; i < 20; i++)
      sum += from_thread[i];
   return sum;
}

static void *other(void *unused)
{
   await(0);
   for (int i = 0; i < 20; i++)
      from_thread[i] = 1;
   reach(1);
   await(2);
   for (int i = 0; i < 20; i++)
      from_thread[i] = 2;
   reach(3);
   return unused;
}

int main(void)
{
   int device = open("/dev/zero", O_RDONLY);
   pthread_t t;

   require(device >= 0, "no /dev/zero");
   must(dup2(device, DEVICE) == DEVICE, "dup2");
   make_steps(4);
   t = start(other, NULL);
   must(mix() == 2 * 20, "sum");
   must(later() == 20, "sum");
   reach(2);
   await(3);
   kernel3(SYS_read, DEVICE, (long)from_thread, 5 * sizeof from_thread[0]);
   must(last_writer() == 15 * 2, "sum");
   pthread_join(t, NULL);
   return 0;
}
