/* A routine drops its return address and is left by a jump: its activation
   ends at the next call from the same place on the stack.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

int cells[200];

__attribute__((used)) ROUTINE int sum(const int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Reads ten cells; calls `leaves`, which reads one cell and jumps back; calls
   `sum`, which reads 20 + n. */
int goes_on(const int *a, long n);

__asm__(
   "   .text\n"
   "   .globl goes_on\n"
   "   .type goes_on, @function\n"
   "goes_on:\n"
   "   push %rbx\n"
   "   mov %rdi, %rbx\n"
   "   push %rsi\n"
   "   sub $8, %rsp\n"
   "   mov $10, %esi\n"
   "   call sum\n"
   "   lea landing(%rip), %rdx\n"
   "   call leaves\n"
   "landing:\n"
   "   lea 80(%rbx), %rdi\n"
   "   mov 8(%rsp), %rsi\n"
   "   add $20, %rsi\n"
   "   call sum\n"
   "   add $16, %rsp\n"
   "   pop %rbx\n"
   "   ret\n"
   "   .size goes_on, . - goes_on\n"

   "   .globl leaves\n"
   "   .type leaves, @function\n"
   "leaves:\n"
   "   mov 40(%rbx), %eax\n"
   "   add $8, %rsp\n"
   "   jmp *%rdx\n"
   "   .size leaves, . - leaves\n"
);

int main(void)
{
   int s = 0;

   for (long n = 0; n < 5; n++)
      s += goes_on(cells, n);
   return s;
}
