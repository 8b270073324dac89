/* A very deep recursion takes little memory for its activations, which are
   packed, and so does the next one.  (Unpacked, they take 64 MB more.)

   flags: -pthread
   engines: fast

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <pthread.h>
#include <stdio.h>
#include <valgrind/valgrind.h>

enum { DEPTH = 1000000, ROUNDS = 2, MOST_KB = 144 << 10 };

/* Return a number of kilobytes that the kernel has of the process. */
static long kilobytes(const char *name)
{
   FILE *f = fopen("/proc/self/status", "r");
   char line[200];
   long n = -1;

   require(f != NULL, "/proc");
   while (fgets(line, sizeof line, f) != NULL)
      if (strncmp(line, name, strlen(name)) == 0)
         n = atol(line + strlen(name));
   fclose(f);
   return n;
}

ROUTINE long deep(long n)
{
   return n == 0 ? 0 : 1 + deep(n - 1);
}

ROUTINE long flat(long n)
{
   return n;
}

static void *body(void *unused)
{
   for (int i = 0; i < ROUNDS; i++) {
      must(deep(DEPTH) == DEPTH, "depth");
      for (long k = 0; k < 300000; k++)
         flat(k);
      if (RUNNING_ON_VALGRIND)
         must(kilobytes("VmHWM:") < MOST_KB, "little memory");
   }
   return unused;
}

int main(void)
{
   pthread_attr_t attributes;
   pthread_t t;

   must(pthread_attr_init(&attributes) == 0, "attributes");
   must(pthread_attr_setstacksize(&attributes, 128L << 20) == 0, "stack size");
   must(pthread_create(&t, &attributes, body, NULL) == 0, "a thread");
   must(pthread_join(t, NULL) == 0, "join");
   return 0;
}
