/* A loop whose head is the first instruction of its routine is a loop, not a
   call; so is a jump to the entry from the middle of the routine.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

long loop_at_entry(const int *a, long n, long s);
long nested_loops(const int *a, long n, long m);
long calls_itself(const int *a, long n);

__asm__(
   "   .text\n"
   "   .globl loop_at_entry\n"
   "   .type loop_at_entry, @function\n"
   "loop_at_entry:\n"
   "   add (%rdi), %edx\n"
   "   add $4, %rdi\n"
   "   dec %rsi\n"
   "   jnz loop_at_entry\n"
   "   mov %rdx, %rax\n"
   "   ret\n"
   "   .size loop_at_entry, . - loop_at_entry\n"

   /* Sums the n cells m times. */
   "   .globl nested_loops\n"
   "   .type nested_loops, @function\n"
   "nested_loops:\n"
   "   mov %rdi, %r8\n"
   "   mov %rsi, %r9\n"
   "   xor %eax, %eax\n"
   "1: add (%r8), %eax\n"
   "   add $4, %r8\n"
   "   dec %r9\n"
   "   jnz 1b\n"
   "   dec %rdx\n"
   "   jnz nested_loops\n"
   "   ret\n"
   "   .size nested_loops, . - nested_loops\n"

   /* A call of the routine's own entry is a call: n+1 activations. */
   "   .globl calls_itself\n"
   "   .type calls_itself, @function\n"
   "calls_itself:\n"
   "   test %rsi, %rsi\n"
   "   jz 1f\n"
   "   add (%rdi), %eax\n"
   "   add $4, %rdi\n"
   "   dec %rsi\n"
   "   call calls_itself\n"
   "1: ret\n"
   "   .size calls_itself, . - calls_itself\n"
);

int main(void)
{
   static int a[100];

   for (int i = 0; i < 100; i++)
      a[i] = 1;
   must(loop_at_entry(a, 10, 0) == 10, "loop");
   must(loop_at_entry(a, 100, 0) == 100, "loop");
   must(nested_loops(a, 20, 5) == 20, "nested loops");
   calls_itself(a, 4);
   return 0;
}
