/* A chain of threads: each one computes, and in the middle of that it creates the
   next one.  The first thread waits until the process is ended.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <time.h>
#include <unistd.h>

/* Compute for some seconds of the thread's own time. */
__attribute__((noinline)) static void spin(double seconds)
{
   struct timespec begin, now;
   volatile unsigned long sum = 0;

   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
   do {
      for (int i = 0; i < 100000; i++)
         sum += i;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
   } while (now.tv_sec - begin.tv_sec + 1e-9 * (now.tv_nsec - begin.tv_nsec) <
            seconds);
}

static void *run(void *unused)
{
   pthread_t next;

   spin(0.3);
   pthread_create(&next, NULL, run, NULL);
   pthread_detach(next);
   spin(0.3);
   return unused;
}

int main(void)
{
   pthread_t first;

   pthread_create(&first, NULL, run, NULL);
   for (;;)
      pause();
}
