/* Signals in several OS threads, each with an alternate stack of its own: each
   handler is a thread of control of its OS thread.

   engines: fast check
   varies: yes
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define THREADS 4
#define ROUNDS 10

static volatile int cells[100], told[THREADS];
static __thread volatile int mine;

READER_OF(leaf, cells)

ROUTINE void handler(int number, siginfo_t *info, void *context)
{
   (void)number, (void)info, (void)context;
   leaf(50);
   mine++;
}

ROUTINE long interrupted(long pid, long tid)
{
   long s = leaf(10);

   kernel3(SYS_tgkill, pid, tid, SIGUSR1);
   return s + leaf(20);
}

ROUTINE int look(void)
{
   return mine;
}

static void *body(void *which)
{
   static char stacks[THREADS][65536];
   stack_t alternate = { .ss_sp = stacks[(long)which],
                         .ss_size = sizeof stacks[0] };
   long pid = kernel3(SYS_getpid, 0, 0, 0), tid = kernel3(SYS_gettid, 0, 0, 0);

   must(sigaltstack(&alternate, NULL) == 0, "sigaltstack");
   for (int i = 0; i < ROUNDS; i++) {
      interrupted(pid, tid);
      must(look() == i + 1, "delivered");
   }
   told[(long)which] = mine;
   return NULL;
}

int main(void)
{
   struct sigaction action = { .sa_sigaction = handler,
                               .sa_flags = SA_ONSTACK | SA_SIGINFO };
   pthread_t t[THREADS];

   for (int i = 0; i < 100; i++)
      cells[i] = 1;
   must(sigaction(SIGUSR1, &action, NULL) == 0, "sigaction");
   for (long i = 0; i < THREADS; i++)
      t[i] = start(body, (void *)i);
   for (int i = 0; i < THREADS; i++)
      pthread_join(t[i], NULL);
   return 0;
}
