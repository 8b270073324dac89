/* Fifty threads, one after the other, with what may be the same stack and the
   same thread id: each is another thread.

   engines: fast check
   varies: yes
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define N 50

static volatile int input[10], relay, result;

ROUTINE int look(void)
{
   int sum = 0;

   for (int i = 0; i < 10; i++)
      sum += input[i];
   return sum;
}

/* Reads what the thread before has written. */
ROUTINE void pass_on(void)
{
   relay = relay + 1;
}

ROUTINE void *body(void *unused)
{
   result = look();
   pass_on();
   return unused;
}

ROUTINE int collect(void)
{
   return result;
}

int main(void)
{
   int sum = 0;

   for (int i = 0; i < 10; i++)
      input[i] = 1;
   relay = 0;
   for (int i = 0; i < N; i++) {
      pthread_join(start(body, NULL), NULL);
      sum += collect();
   }
   return sum == 10 * N && relay == N ? 0 : 1;
}
