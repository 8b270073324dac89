/* Threads for turns.test.  `two_threads FIRST SECOND`: each does `work`, with
   calls that read different amounts, or `wait`s until no thread works.
   Without arguments there is only one thread, which works.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <stdatomic.h>

static volatile int data[64];
static atomic_int working;

ROUTINE int sum(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += data[i];
   return s;
}

ROUTINE int is_working(void)
{
   return atomic_load_explicit(&working, memory_order_relaxed);
}

ROUTINE void *work(void *unused)
{
   int s = 0;

   for (int i = 0; i < 600000; i++)
      s += sum(i % 64);
   working--;
   return s == 1 ? unused : NULL;
}

ROUTINE void *wait_for_it(void *unused)
{
   while (is_working())
      ;
   return unused;
}

int main(int argc, char **argv)
{
   pthread_t threads[2];
   void *(*does[2])(void *);

   if (argc < 3) {
      work(NULL);
      return 0;
   }
   for (int i = 0; i < 2; i++) {
      does[i] = strcmp(argv[i + 1], "work") == 0 ? work : wait_for_it;
      working += does[i] == work;
   }
   for (int i = 0; i < 2; i++)
      pthread_create(&threads[i], NULL, does[i], NULL);
   for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
   return 0;
}
