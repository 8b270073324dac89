/* A process with many threads, each of which takes half a millisecond of CPU time,
   sleeps for 50, and does so again until the process is ended.

      brief THREADS

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static long now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void *work(void *unused)
{
   (void)unused;
   for (;;) {
      const long begin = now();

      while (now() - begin < 500000)
         ;
      usleep(50000);
   }
   return NULL;
}

int main(int argc, char **argv)
{
   const int threads = argc > 1 ? atoi(argv[1]) : 1;
   pthread_t t;

   for (int i = 0; i < threads; i++)
      if (pthread_create(&t, NULL, work, NULL) != 0)
         return 1;
   pause();
   return 0;
}
