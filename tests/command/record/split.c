/* Three routines that take 10, 20 and 70 % of the time.

      split COUNT [threads|fork|exec]

   threads: in two threads at once.  fork: in a child.  exec: the child calls
   this program again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned long sink;
static unsigned long count;

/* Equal loops, each of its own: the time is in proportion to n.  Where a loop lies
   in its line of the cache may double its time on some processors. */
#define ROUTINE(name) \
   __attribute__((noinline, noclone, aligned(64))) void name(unsigned long n) \
   { \
      unsigned long x = 1; \
      for (unsigned long i = 0; i < n; i++) \
         x = x * 3 + i; \
      sink = x; \
   }

ROUTINE(ten)
ROUTINE(twenty)
ROUTINE(seventy)

static void *work(void *unused)
{
   for (unsigned long i = 0; i < count; i++) {
      ten(100000);
      twenty(200000);
      seventy(700000);
   }
   return unused;
}

int main(int argc, char **argv)
{
   const char *how = argc > 2 ? argv[2] : "";

   count = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
   if (strcmp(how, "threads") == 0) {
      pthread_t other;

      pthread_create(&other, NULL, work, NULL);
      work(NULL);
      pthread_join(other, NULL);
   } else if (strcmp(how, "fork") == 0 || strcmp(how, "exec") == 0) {
      int status;

      if (fork() == 0) {
         if (strcmp(how, "exec") == 0)
            execl(argv[0], argv[0], argv[1], (char *)NULL);
         work(NULL);
         _exit(3);
      }
      wait(&status);
   } else {
      work(NULL);
   }
   return 3;
}
