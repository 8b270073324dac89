/* The profile of a forked child has only what the child has done: neither the
   activations of another thread, which does not exist in the child, nor the
   cells that its own stack has read before the fork.  Activations of the child
   are recorded, if the same were recorded before the fork, too.  A handler
   forks, and goes on in both processes; and so does a chain of tail calls.

   compiler: gcc
   flags: -foptimize-sibling-calls
   output: prof.%p
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

/* To wait for it takes no time. */
#define NO_STEP 1000

static volatile int cells[20000];
static pid_t forked;
static volatile int handled;

READER_OF(leaf, cells)

ROUTINE long caller(int n)
{
   return leaf(n);
}

ROUTINE void waits(long step)
{
   leaf(10);
   reach(1);
   await(step);
}

static void *body(void *step)
{
   waits((long)step);
   return NULL;
}

ROUTINE void handler(int number)
{
   (void)number;
   leaf(20000);
   if (handled++ == 0)
      forked = fork();
}

/* Two rounds of the chain, with a fork between them: the chain began before
   the fork. */
ROUTINE long first(int n);

ROUTINE long third(int n)
{
   if (n == 0)
      return cells[n];
   if (forked == 0)
      forked = fork();
   return first(n - 1);
}

ROUTINE long second(int n)
{
   return third(n);
}

ROUTINE long first(int n)
{
   return second(n);
}

int main(void)
{
   int status;
   pthread_t t;

   make_steps(2);
   t = start(body, (void *)0);
   await(1);
   caller(7);
   caller(7);
   signal(SIGUSR1, handler);
   raise(SIGUSR1);
   must(forked >= 0, "fork");
   if (forked == 0) {
      caller(7);
      raise(SIGUSR1);
      t = start(body, (void *)NO_STEP);
      pthread_join(t, NULL);
      return 0;
   }
   TELL("profile child ", forked);
   must(wait(&status) > 0 && status == 0, "child");
   forked = 0;
   first(1);
   if (forked == 0)
      return 0;
   TELL("profile chain ", forked);
   must(wait(&status) > 0 && status == 0, "chain");
   reach(0);
   pthread_join(t, NULL);
   return 0;
}
