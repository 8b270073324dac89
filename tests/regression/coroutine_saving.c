/* The usual hand-written switch: registers are pushed on the old stack and
   popped from the new one.  What is popped was pushed by the same context, and
   is nobody's input.

   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define ROUNDS 10
#define COROUTINES 4

void switch_stack(char **own, char *other);

__asm__(
   "   .text\n"
   "   .globl switch_stack\n"
   "   .type switch_stack, @function\n"
   "switch_stack:\n"
   "   push %rbp\n"
   "   push %rbx\n"
   "   push %r12\n"
   "   push %r13\n"
   "   push %r14\n"
   "   push %r15\n"
   "   mov %rsp, (%rdi)\n"
   "   mov %rsi, %rsp\n"
   "   pop %r15\n"
   "   pop %r14\n"
   "   pop %r13\n"
   "   pop %r12\n"
   "   pop %rbx\n"
   "   pop %rbp\n"
   "   ret\n"
   "   .size switch_stack, . - switch_stack\n"
);

static char *home_sp, *co_sp[COROUTINES];
static volatile int in, out;

ROUTINE int take(void)
{
   return in;
}

ROUTINE int consume(void)
{
   return out;
}

ROUTINE void delay(int n)
{
   for (int i = 0; i < n; i++)
      __asm__ volatile("" : : : "memory");
}

/* Which one it is stands in a register, handed over by the first switch. */
ROUTINE void body(char **own)
{
   for (;;) {
      out = take() + 1;
      delay(2000);
      switch_stack(own, home_sp);
   }
}

void body_start(void);

__asm__(
   "   .text\n"
   "   .globl body_start\n"
   "   .type body_start, @function\n"
   "body_start:\n"
   "   mov %rbx, %rdi\n"
   "   call body\n"
   "   ud2\n"
   "   .size body_start, . - body_start\n"
);

ROUTINE int driver(void)
{
   int sum = 0;

   for (int i = 0; i < ROUNDS; i++)
      for (int k = 0; k < COROUTINES; k++) {
         in = i;
         switch_stack(&home_sp, co_sp[k]);
         sum += consume();
      }
   return sum;
}

int main(void)
{
   for (int k = 0; k < COROUTINES; k++) {
      char *stack = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      long *top = (long *)(stack + 65536 - 64);

      must(stack != MAP_FAILED, "mmap");
      top[-1] = (long)body_start;
      top[-3] = (long)&co_sp[k];                 /* rbx */
      co_sp[k] = (char *)&top[-7];
   }
   must(driver() == 220, "driver");
   return 0;
}
