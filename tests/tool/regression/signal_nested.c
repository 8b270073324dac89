/* A signal interrupts the handler of another signal: each nesting level is a
   thread of control, which keeps its history.

   engines: fast check
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int y, input[30];

ROUTINE void inner(int number)
{
   int sum = 0;

   (void)number;
   for (int i = 0; i < 20; i++)
      sum += input[i];
   y = sum;
}

/* The process id comes from the kernel, not from memory. */
ROUTINE void outer(int number)
{
   int sum = y;

   (void)number;
   for (int i = 0; i < 30; i++)
      sum += input[i];
   kernel3(SYS_kill, kernel3(SYS_getpid, 0, 0, 0), SIGUSR2, 0);
   sum += y;
   __asm__ volatile("" : : "r"(sum));
}

ROUTINE int look(void)
{
   return y;
}

/* Sends itself a signal in the middle of its reads. */
ROUTINE int victim(int number)
{
   int sum = 0;

   for (int i = 0; i < 10; i++)
      sum += input[i];
   kernel3(SYS_kill, kernel3(SYS_getpid, 0, 0, 0), number, 0);
   for (int i = 0; i < 10; i++)
      sum += input[i];
   return sum;
}

int main(void)
{
   struct sigaction action = { .sa_handler = outer };

   must(sigaction(SIGUSR1, &action, NULL) == 0, "sigaction");
   action.sa_handler = inner;
   must(sigaction(SIGUSR2, &action, NULL) == 0, "sigaction");
   victim(0);
   victim(SIGUSR1);
   victim(SIGUSR1);
   look();
   look();
   victim(SIGUSR2);
   look();
   victim(SIGUSR1);
   return 0;
}
