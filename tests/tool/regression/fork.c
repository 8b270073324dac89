/* A forked child has a profile of its own, which starts at the fork: pending
   activations go on as its stack, but are not recorded in it.

   output: prof.%p

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE long parent_only(int n)
{
   return leaf(n);
}

ROUTINE long child_only(int n)
{
   return leaf(n);
}

/* Pending at the fork; returns in both processes. */
ROUTINE pid_t forks(void)
{
   leaf(5);
   return fork();
}

/* Pending at the fork; returns in the parent alone. */
ROUTINE long outer(void)
{
   pid_t pid;
   long s;

   leaf(90);
   pid = forks();
   must(pid >= 0, "fork");
   if (pid == 0) {
      child_only(20);
      exit(child_only(30) == 0 ? 7 : 1);
   }
   s = parent_only(40);
   TELL("profile parent ", getpid());
   TELL("profile child ", pid);
   return s;
}

int main(void)
{
   int status;

   parent_only(10);
   must(outer() == 0, "outer");
   must(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 7,
        "child");
   return 0;
}
