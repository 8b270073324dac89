/* Handlers change the stack pointer in the context that they are given: one
   goes back to a routine two calls up, which ends the activations below;
   another one goes to another stack, and back.

   engines: fast check
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

static volatile int cells[1000];
static volatile greg_t there[3];            /* rsp, rip, rbp */

ROUTINE int sum(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

ROUTINE void recover(int number, siginfo_t *info, void *context)
{
   greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

   (void)number;
   (void)info;
   r[REG_RSP] = there[0];
   r[REG_RIP] = there[1];
   r[REG_RBP] = there[2];
}

ROUTINE void inner(void)
{
   *(volatile int *)8 = 1;
}

ROUTINE void middle(void)
{
   inner();
   sum(5);
}

ROUTINE int outer(int n)
{
   int s = 0;

   __asm__ volatile("mov %%rsp, %0\n\t"
                    "lea 1f(%%rip), %%rax\n\t"
                    "mov %%rax, %1\n\t"
                    "mov %%rbp, %2\n\t"
                    "call middle\n"
                    "1:"
                    : "=m"(there[0]), "=m"(there[1]), "=m"(there[2])
                    : : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
                      "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc");
   for (int i = 0; i < 1000; i++)
      s += cells[i];
   return s + sum(n);
}

static char stack[65536] __attribute__((aligned(16)));
static gregset_t home;

ROUTINE void send_signal(void)
{
   kernel3(SYS_kill, kernel3(SYS_getpid, 0, 0, 0), SIGUSR1, 0);
}

ROUTINE void elsewhere(void)
{
   sum(30);
   send_signal();
}

ROUTINE void switches(int number, siginfo_t *info, void *context)
{
   greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

   (void)number;
   (void)info;
   if (home[REG_RSP] == 0) {
      memcpy(home, r, sizeof home);
      r[REG_RSP] = (greg_t)(stack + sizeof stack - 8);
      r[REG_RIP] = (greg_t)elsewhere;
   } else {
      memcpy(r, home, sizeof home);
      home[REG_RSP] = 0;
   }
}

ROUTINE void interrupted(void)
{
   sum(20);
   send_signal();
   sum(10);
}

int main(void)
{
   struct sigaction action = { .sa_sigaction = recover,
                               .sa_flags = SA_SIGINFO | SA_NODEFER };

   must(sigaction(SIGSEGV, &action, NULL) == 0, "sigaction");
   action.sa_sigaction = switches;
   must(sigaction(SIGUSR1, &action, NULL) == 0, "sigaction");
   for (int i = 0; i < 3; i++)
      must(outer(100) == 0, "outer");
   for (int i = 0; i < 4; i++)
      interrupted();
   return 0;
}
