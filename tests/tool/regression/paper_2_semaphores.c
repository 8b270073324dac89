/* Figure 2 of the paper with semaphores, as it is printed.  The accesses of
   the semaphores count for producer and consumer; consumeData and produceData
   have none.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <semaphore.h>

#define N 100

static sem_t empty, full, mutex;
static volatile int x;

ROUTINE void produceData(int i)
{
   x = i;
}

ROUTINE int consumeData(void)
{
   return x;
}

ROUTINE void *producer(void *unused)
{
   for (int i = 0; i < N; i++) {
      sem_wait(&empty);
      sem_wait(&mutex);
      produceData(i);
      sem_post(&mutex);
      sem_post(&full);
   }
   return unused;
}

ROUTINE int consumer(void)
{
   int sum = 0;

   for (int i = 0; i < N; i++) {
      sem_wait(&full);
      sem_wait(&mutex);
      sum += consumeData();
      sem_post(&mutex);
      sem_post(&empty);
   }
   return sum;
}

int main(void)
{
   pthread_t t;
   int sum;

   sem_init(&empty, 0, 1);
   sem_init(&full, 0, 0);
   sem_init(&mutex, 0, 1);
   t = start(producer, NULL);
   sum = consumer();
   pthread_join(t, NULL);
   return sum == N * (N - 1) / 2 ? 0 : 1;
}
