/* A thread that could not be created does not count: the next thread has the
   next number, and if the last thread ends, then the process ends.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sched.h>

enum { FAILURES = 80 };

static volatile int cells[100];
static char stack[65536] __attribute__((aligned(16)));

ROUTINE int sum(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

/* Linux has no threads without common signal handlers. */
ROUTINE void fail(void)
{
   must(kernel(SYS_clone, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_THREAD,
               (long)(stack + sizeof stack), 0, 0, 0, 0) == -EINVAL, "clone");
   sum(5);
}

static void *body(void *unused)
{
   sum(10);
   return unused;
}

int main(void)
{
   for (int i = 0; i < FAILURES; i++)
      fail();
   pthread_join(start(body, NULL), NULL);
   sum(20);
   fail();
   kernel3(SYS_exit, 0, 0, 0);
   return 0;
}
