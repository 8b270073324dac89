/* Two threads work on one cell under a mutex: each visit has one cell as
   input, and what the other thread has written since is thread input.

   varies: yes
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define N 1000

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int box;

ROUTINE void add(volatile int *cell)
{
   *cell += 1;
}

ROUTINE void *worker(void *unused)
{
   for (int i = 0; i < N; i++) {
      pthread_mutex_lock(&mutex);
      add(&box);
      pthread_mutex_unlock(&mutex);
   }
   return unused;
}

int main(void)
{
   pthread_t first = start(worker, NULL), second = start(worker, NULL);

   pthread_join(first, NULL);
   pthread_join(second, NULL);
   return box == 2 * N ? 0 : 1;
}
