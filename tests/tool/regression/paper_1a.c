/* Figure 1a and Example 1 of the paper: f reads x twice, and another thread
   writes it in between.  The rms is 1, the trms is 2.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int x;

ROUTINE int f(void)
{
   int sum = x;

   reach(0);
   await(1);
   sum += x;
   return sum;
}

ROUTINE void g(void)
{
   x = 7;
}

static void *other(void *unused)
{
   await(0);
   g();
   reach(1);
   return unused;
}

int main(void)
{
   pthread_t t;
   int sum;

   make_steps(2);
   t = start(other, NULL);
   sum = f();
   pthread_join(t, NULL);
   return sum == 7 ? 0 : 1;
}
