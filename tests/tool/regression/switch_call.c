/* A switch of stacks by two instructions, the second of which stores on the
   new stack: a call, or a push.  VEX makes one change of the stack pointer of
   both.

   engines: fast check
   same: --vex-guest-max-insns=1
   same: --vex-iropt-level=0

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static char stack[65536] __attribute__((aligned(16), used));
static char *home __attribute__((used));

/* They go on on the other stack, in `called` and in `pushed`, which come
   back.  These read, besides `home`, only what their context has written: the
   return address, and the frame pointer. */
void enter_by_call(void), enter_by_push(void);

__asm__(
   "   .text\n"
   "   .type called, @function\n"
   "called:\n"
   "   mov (%rsp), %rdx\n"
   "   mov home(%rip), %rsp\n"
   "   ret\n"
   "   .size called, . - called\n"

   "   .type pushed, @function\n"
   "pushed:\n"
   "   mov 8(%rsp), %rdx\n"
   "   mov home(%rip), %rsp\n"
   "   ret\n"
   "   .size pushed, . - pushed\n"

   "   .type enter_by_call, @function\n"
   "enter_by_call:\n"
   "   mov %rsp, home(%rip)\n"
   "   lea stack+60000(%rip), %rsi\n"
   "   lea called(%rip), %rax\n"
   "   mov %rsi, %rsp\n"
   "   call *%rax\n"
   "   .size enter_by_call, . - enter_by_call\n"

   "   .type enter_by_push, @function\n"
   "enter_by_push:\n"
   "   mov %rsp, home(%rip)\n"
   "   lea stack+50000(%rip), %rsi\n"
   "   mov %rsi, %rsp\n"
   "   push %rbp\n"
   "   call pushed\n"
   "   .size enter_by_push, . - enter_by_push\n"
);

ROUTINE void by_call(void)
{
   __asm__ volatile("call enter_by_call" : : : "rax", "rdx", "rsi", "memory");
}

ROUTINE void by_push(void)
{
   __asm__ volatile("call enter_by_push" : : : "rdx", "rsi", "memory");
}

int main(void)
{
   by_call();
   by_push();
   return 0;
}
