/* A handler makes the interrupted code go on in a routine, which leaves by
   longjmp to the old stack pointer: runtimes that turn signals into exceptions
   do so.

   engines: fast check
   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "regression.h"

#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

enum { TIMES = 20 };

static jmp_buf back;
static volatile int all;

ROUTINE void leave(void)
{
   all++;
   longjmp(back, 1);
}

void sent(void);

__asm__(
   "   .text\n"
   "   .globl sent\n"
   "   .type sent, @function\n"
   "sent:\n"
   "   push %rsi\n"
   "   jmp leave\n"
   "   .size sent, . - sent\n"
);

static void send(int signal, siginfo_t *info, void *context)
{
   (void)signal;
   (void)info;
   ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] = (long)sent;
}

ROUTINE void work(void)
{
   for (volatile int i = 0; i < 1000; i++)
      ;
}

ROUTINE void faults(void)
{
   for (volatile int i = 0; i < TIMES; i++) {
      if (setjmp(back) == 0)
         *(volatile int *)8 = 1;
      for (volatile int k = 0; k < 100; k++)
         ;
   }
   work();
}

int main(void)
{
   struct sigaction action = { 0 };

   action.sa_sigaction = send;
   action.sa_flags = SA_SIGINFO | SA_NODEFER;
   sigaction(SIGSEGV, &action, NULL);
   faults();
   return all != TIMES;
}
