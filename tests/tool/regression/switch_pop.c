/* A switch of stacks right behind pops: VEX leaves out the last pop's change
   of the stack pointer.  The context that is left is over by then, and the
   next context on that stack is a new one.

   engines: fast check
   same: --vex-guest-max-insns=1
   same: --vex-iropt-level=0

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static char stack[65536] __attribute__((aligned(16), used));
static int input[100];
static int cells;

/* Each runs a function on another stack. */
void run_and_pop(void (*f)(void), char *top);
void run_and_add(void (*f)(void), char *top);

__asm__(
   "   .text\n"
   "   .type run_and_pop, @function\n"
   "run_and_pop:\n"
   "   mov %rsp, %rax\n"
   "   mov %rsi, %rsp\n"
   "   push %rax\n"
   "   push %rax\n"
   "   call *%rdi\n"
   "   pop %rax\n"
   "   pop %rax\n"
   "   mov %rax, %rsp\n"
   "   ret\n"
   "   .size run_and_pop, . - run_and_pop\n"

   "   .type run_and_add, @function\n"
   "run_and_add:\n"
   "   push %rbp\n"
   "   mov %rsp, %rbp\n"
   "   mov %rsi, %rsp\n"
   "   sub $16, %rsp\n"
   "   call *%rdi\n"
   "   add $16, %rsp\n"
   "   mov %rbp, %rsp\n"
   "   pop %rbp\n"
   "   ret\n"
   "   .size run_and_add, . - run_and_add\n"
);

ROUTINE void body(void)
{
   long s = 0;

   for (int i = 0; i < cells; i++)
      s += ((volatile int *)input)[i];
   (void)s;
}

int main(void)
{
   for (cells = 10; cells <= 50; cells += 10) {
      run_and_pop(body, stack + sizeof stack);
      run_and_add(body, stack + sizeof stack);
   }
   return 0;
}
