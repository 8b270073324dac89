/* A routine is interrupted by a signal: what the handler reads and costs is
   not charged to the routine; what the handler writes is induced input for the
   others.  With ALTERNATE the handler runs on a stack of its own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int input[50], output[5];
static int cells[100];

ROUTINE void delay(int n)
{
   for (int i = 0; i < n; i++)
      __asm__ volatile("" : : : "memory");
}

ROUTINE void handler(int number)
{
   int sum = 0;

   (void)number;
   for (int i = 0; i < 50; i++)
      sum += input[i];
   delay(1000);
   for (int i = 0; i < 5; i++)
      output[i] = sum;
}

/* Number 0 sends nothing, but costs the same. */
ROUTINE long victim(const volatile int *a, long n, long pid, long number)
{
   long s = 0;

   for (int round = 0; round < 2; round++) {
      for (long i = 0; i < n; i++)
         s += a[i];
      kernel3(SYS_kill, pid, number, 0);
      number = 0;
   }
   return s;
}

/* Reads the five cells, lets the handler write them, reads them again. */
ROUTINE long watch(long pid)
{
   long s = 0;

   for (int i = 0; i < 5; i++)
      s += output[i];
   kernel3(SYS_kill, pid, SIGUSR1, 0);
   for (int i = 0; i < 5; i++)
      s += output[i];
   return s;
}

ROUTINE long collect(void)
{
   long s = 0;

   for (int i = 0; i < 5; i++)
      s += output[i];
   return s;
}

int main(void)
{
   struct sigaction action = { .sa_handler = handler };
   long pid = getpid();
#ifdef ALTERNATE
   static char stack[65536];
   stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };

   must(sigaltstack(&alternate, NULL) == 0, "sigaltstack");
   action.sa_flags = SA_ONSTACK;
#endif
   must(sigaction(SIGUSR1, &action, NULL) == 0, "sigaction");

   for (int i = 0; i < 50; i++)
      input[i] = 1;
   victim(cells, 100, pid, 0);
   victim(cells, 100, pid, SIGUSR1);         /* first delivery */
   must(watch(pid) == 500, "watch");         /* second */
   kernel3(SYS_kill, pid, SIGUSR1, 0);       /* third */
   must(collect() == 250, "collect");
   victim(cells, 60, pid, SIGUSR1);          /* fourth */
   victim(cells, 60, pid, 0);
   for (int i = 0; i < 50; i++)
      input[i] = 2;
   kernel3(SYS_kill, pid, SIGUSR1, 0);       /* fifth */
   must(collect() == 500, "collect");
   must(collect() == 500, "collect");
   return 0;
}
