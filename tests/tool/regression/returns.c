/* Returns that are none: an address is pushed and "returned" to.  By the stack
   pointer such a return is a jump, and ends no activation.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

/* Jumps within itself by push and ret, reads n cells. */
long push_ret_inside(const int *a, long n);
/* Goes on in `sum` by push and ret: a tail call. */
long push_ret_tail(const int *a, long n);
/* Gets its own address by a call of the next instruction. */
long call_next(const int *a, long n);
/* Drops its own return address and returns to its caller's caller. */
long skips_caller(const int *a, long n);

__asm__(
   "   .text\n"
   "   .globl push_ret_inside\n"
   "   .type push_ret_inside, @function\n"
   "push_ret_inside:\n"
   "   xor %eax, %eax\n"
   "1: add (%rdi), %eax\n"
   "   add $4, %rdi\n"
   "   dec %rsi\n"
   "   jz 2f\n"
   "   lea 1b(%rip), %rdx\n"
   "   push %rdx\n"
   "   ret\n"
   "2: ret\n"
   "   .size push_ret_inside, . - push_ret_inside\n"

   "   .globl push_ret_tail\n"
   "   .type push_ret_tail, @function\n"
   "push_ret_tail:\n"
   "   lea sum(%rip), %rdx\n"
   "   push %rdx\n"
   "   ret\n"
   "   .size push_ret_tail, . - push_ret_tail\n"

   "   .globl call_next\n"
   "   .type call_next, @function\n"
   "call_next:\n"
   "   call 1f\n"
   "1: pop %rax\n"                      /* its own cells */
   "   xor %eax, %eax\n"
   "2: add (%rdi), %eax\n"
   "   add $4, %rdi\n"
   "   dec %rsi\n"
   "   jnz 2b\n"
   "   ret\n"
   "   .size call_next, . - call_next\n"

   "   .globl skips_caller\n"
   "   .type skips_caller, @function\n"
   "skips_caller:\n"
   "   mov (%rdi), %eax\n"
   "   add $16, %rsp\n"                 /* skipped_caller's alignment, too */
   "   ret\n"
   "   .size skips_caller, . - skips_caller\n"

   "   .globl skipped_caller\n"
   "   .type skipped_caller, @function\n"
   "skipped_caller:\n"
   "   sub $8, %rsp\n"
   "   call skips_caller\n"
   "   ud2\n"
   "   .size skipped_caller, . - skipped_caller\n"
);

long skipped_caller(const int *a, long n);

ROUTINE long sum(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long everything(const int *a)
{
   return push_ret_inside(a, 20) + push_ret_tail(a, 30) + call_next(a, 40)
          + skipped_caller(a, 0) + sum(a, 50);
}

int main(void)
{
   static int a[50];

   for (int i = 0; i < 50; i++)
      a[i] = 1;
   must(everything(a) == 141, "sum");
   must(everything(a) == 141, "sum");
   return 0;
}
