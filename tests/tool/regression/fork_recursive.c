/* A fork in the middle of a recursion: the child records activations above
   others of the same routine that it does not record.  Its totals have the
   outermost of the activations that it records.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

static volatile int cells[10];
static pid_t forked;

/* Reads n+1 cells in all; forks on the way. */
ROUTINE int recursive(int n)
{
   int sum = cells[n];

   if (n == 2)
      forked = fork();
   return n == 0 ? sum : sum + recursive(n - 1);
}

int main(void)
{
   int status;

   recursive(4);
   must(forked >= 0, "fork");
   recursive(0);
   if (forked == 0)
      return 0;
   TELL("profile child ", forked);
   must(wait(&status) > 0 && status == 0, "child");
   return 0;
}
