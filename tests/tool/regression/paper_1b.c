/* Figure 1b and Example 2 of the paper: f reads x, another thread writes it,
   f's callee h reads it, then f reads it again.  The read in h is induced for
   both; the last read is not, since f has seen the value through h.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int x;

ROUTINE int h(void)
{
   return x;
}

ROUTINE int f(void)
{
   int sum = x;

   reach(0);
   await(1);
   sum += h();
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
   return sum == 14 ? 0 : 1;
}
