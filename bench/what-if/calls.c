/* Two threads make as many system calls each: the one cheap ones, the other dear
   ones, with less work of its own in between.  The dear calls limit the program,
   so only the work between these is worth anything.  BETTER: there is half of
   it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#ifdef BETTER
enum { WORK_B = 10000 };
#else
enum { WORK_B = 20000 };
#endif
enum { TIMES = 2000, WORK_A = 50000, BYTES = 8192 };

static __attribute__((noipa)) void work_a(long n)
{
   for (volatile long i = 0; i < n; i++)
      ;
}

static __attribute__((noipa)) void work_b(long n)
{
   for (volatile long i = 0; i < n; i++)
      ;
}

static void *cheap(void *p)
{
   for (int i = 0; i < TIMES; i++) {
      work_a(WORK_A);
      getppid();
   }
   return p;
}

static void *dear(void *p)
{
   static char bytes[BYTES];

   for (int i = 0; i < TIMES; i++) {
      work_b(WORK_B);
      if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
         abort();
   }
   return p;
}

int main(void)
{
   pthread_t a, b;

   pthread_create(&a, NULL, cheap, NULL);
   pthread_create(&b, NULL, dear, NULL);
   pthread_join(a, NULL);
   pthread_join(b, NULL);
   return 0;
}
