/* Handlers that do not return, but jump out: afterwards the program goes on
   where it called setjmp, as itself and not as the handler.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "jumps.h"
#include "regression.h"
#include <setjmp.h>

static long own_buffer[8];
static sigjmp_buf libc_buffer;
static volatile int cells[100];

ROUTINE int leaf(void)
{
   int sum = 0;

   for (int i = 0; i < 100; i++)
      sum += cells[i];
   return sum;
}

ROUTINE void own_handler(int number)
{
   (void)number;
   own_longjmp(own_buffer);
}

ROUTINE void libc_handler(int number)
{
   siglongjmp(libc_buffer, number);
}

ROUTINE int victim(long pid, long number)
{
   int sum = 0;

   for (int i = 0; i < 10; i++)
      sum += cells[i];
   kernel3(SYS_kill, pid, number, 0);
   return sum;
}

ROUTINE int own_round(long pid)
{
   if (own_setjmp(own_buffer) == 0)
      return victim(pid, SIGUSR1);
   return leaf();
}

ROUTINE int libc_round(long pid)
{
   if (sigsetjmp(libc_buffer, 1) == 0)
      return victim(pid, SIGUSR2);
   return leaf();
}

int main(void)
{
   struct sigaction action = { .sa_handler = own_handler,
                               .sa_flags = SA_NODEFER };
   long pid = getpid();
#ifdef ALTERNATE
   static char stack[65536];
   stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };

   must(sigaltstack(&alternate, NULL) == 0, "sigaltstack");
   action.sa_flags |= SA_ONSTACK;
#endif
   must(sigaction(SIGUSR1, &action, NULL) == 0, "sigaction");
   action.sa_handler = libc_handler;
   action.sa_flags &= ~SA_NODEFER;
   must(sigaction(SIGUSR2, &action, NULL) == 0, "sigaction");

   for (int i = 0; i < 100; i++)
      cells[i] = 1;
   for (int i = 0; i < 20; i++)
      must(own_round(pid) == 100, "jump out");
   for (int i = 0; i < 10; i++)
      must(libc_round(pid) == 100, "siglongjmp");
   for (int i = 0; i < 5; i++)
      must(own_round(pid) == 100, "jump out");
   return 0;
}
