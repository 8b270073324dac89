/* Two threads that call a routine again and again, on blocks of one cell to as many
   as the argument says, by turns.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdlib.h>

static volatile int cells[2][64];
static int length;

static __attribute__((noinline)) int sum(const volatile int *at, int n)
{
   int all = 0;

   for (int i = 0; i < n; i++)
      all += at[i];
   return all;
}

static void *work(void *at)
{
   for (int i = 0; i < 1000000; i++)
      sum(at, 1 + i % length);
   return NULL;
}

int main(int count, char **arguments)
{
   pthread_t other;

   length = count == 2 ? atoi(arguments[1]) : 1;
   if (length < 1 || length > 64 ||
       pthread_create(&other, NULL, work, (void *)cells[1]) != 0)
      return 1;
   work((void *)cells[0]);
   return pthread_join(other, NULL) != 0;
}
