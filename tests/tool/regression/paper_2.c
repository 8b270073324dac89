/* Figure 2 and Example 3 of the paper: producer and consumer alternate on one
   cell.  After n values the consumer's rms is 1 and its trms is n.  The
   hand-over accesses no memory here, so both are exact.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define N 25

static volatile int x;

ROUTINE void produceData(int i)
{
   x = i;
}

ROUTINE int consumeData(void)
{
   return x;
}

/* Step 2i: value i is there.  Step 2i+1: it was taken. */
ROUTINE void *producer(void *unused)
{
   for (int i = 0; i < N; i++) {
      produceData(i);
      reach(2 * i);
      await(2 * i + 1);
   }
   return unused;
}

ROUTINE int consumer(void)
{
   int sum = 0;

   for (int i = 0; i < N; i++) {
      await(2 * i);
      sum += consumeData();
      reach(2 * i + 1);
   }
   return sum;
}

int main(void)
{
   pthread_t t;
   int sum;

   make_steps(2 * N);
   t = start(producer, NULL);
   sum = consumer();
   pthread_join(t, NULL);
   return sum == N * (N - 1) / 2 ? 0 : 1;
}
