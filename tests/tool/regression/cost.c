/* Costs to the basic block, in code that no compiler changes: the instruction
   that ends a block counts for the routine that executes it, so a call counts
   for the caller and a return for the callee.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

/* n + 2: the test at the start, one branch for each element, the return. */
long blocks_sum(const int *a, long n);
/* 3: branch not taken, direct jump, return. */
long blocks_straight(long n);
/* 1 + 3: its own call; what it calls; its own return makes 5. */
long blocks_caller(long n);
/* A system call ends a block: 2. */
long blocks_kernel(void);
/* A conditional move does not: 1. */
long blocks_cmov(long n);
/* An indirect jump counts like any other: 2. */
long blocks_indirect(void);

__asm__(
   "   .text\n"
   "   .globl blocks_sum\n"
   "   .type blocks_sum, @function\n"
   "blocks_sum:\n"
   "   xor %eax, %eax\n"
   "   test %rsi, %rsi\n"
   "   jle 2f\n"
   "1: add (%rdi), %eax\n"
   "   add $4, %rdi\n"
   "   dec %rsi\n"
   "   jnz 1b\n"
   "2: ret\n"
   "   .size blocks_sum, . - blocks_sum\n"

   "   .globl blocks_straight\n"
   "   .type blocks_straight, @function\n"
   "blocks_straight:\n"
   "   mov %rdi, %rax\n"
   "   test %rdi, %rdi\n"
   "   js 1f\n"
   "   jmp 1f\n"
   "   nop\n"
   "1: ret\n"
   "   .size blocks_straight, . - blocks_straight\n"

   "   .globl blocks_caller\n"
   "   .type blocks_caller, @function\n"
   "blocks_caller:\n"
   "   call blocks_straight\n"
   "   ret\n"
   "   .size blocks_caller, . - blocks_caller\n"

   "   .globl blocks_kernel\n"
   "   .type blocks_kernel, @function\n"
   "blocks_kernel:\n"
   "   mov $39, %eax\n"           /* getpid */
   "   syscall\n"
   "   xor %eax, %eax\n"
   "   ret\n"
   "   .size blocks_kernel, . - blocks_kernel\n"

   "   .globl blocks_cmov\n"
   "   .type blocks_cmov, @function\n"
   "blocks_cmov:\n"
   "   xor %eax, %eax\n"
   "   test %rdi, %rdi\n"
   "   cmovg %rdi, %rax\n"
   "   ret\n"
   "   .size blocks_cmov, . - blocks_cmov\n"

   "   .globl blocks_indirect\n"
   "   .type blocks_indirect, @function\n"
   "blocks_indirect:\n"
   "   lea 1f(%rip), %rax\n"
   "   jmp *%rax\n"
   "   nop\n"
   "1: xor %eax, %eax\n"
   "   ret\n"
   "   .size blocks_indirect, . - blocks_indirect\n"
);

int main(void)
{
   static int a[1000];
   long s = 0;

   s += blocks_sum(a, 0) + blocks_sum(a, 1) + blocks_sum(a, 10)
        + blocks_sum(a, 1000);
   s += blocks_straight(5);
   s += blocks_caller(6);
   s += blocks_kernel();
   s += blocks_cmov(7);
   s += blocks_indirect();
   return s == 18 ? 0 : 1;
}
