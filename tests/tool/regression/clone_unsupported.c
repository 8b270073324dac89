/* Valgrind ends at a clone that makes neither a thread nor a fork: the profile
   up to there is written.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sched.h>
#include <sys/wait.h>

static char stack[65536] __attribute__((aligned(16)));

ROUTINE long sum(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

static int child(void *nothing)
{
   (void)nothing;
   _exit(0);
}

int main(void)
{
   static int a[1000];
   int pid, status;

   for (int i = 0; i < 1000; i++)
      a[i] = i;
   must(sum(a, 100) == 4950, "the sum");
   pid = clone(child, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL);
   must(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0, "clone");
   return 1;             /* as Valgrind's own status, when it ends */
}
