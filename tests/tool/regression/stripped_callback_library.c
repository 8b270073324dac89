/* A library whose routine ends with a tail call of a routine that is given:
   stripped_callback.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

__asm__(
   "   .text\n"
   "   .globl first_and_rest\n"
   "   .type first_and_rest, @function\n"
   "first_and_rest:\n"                 /* (a, n, f): f(a + 1, n - 1) */
   "   mov (%rdi), %eax\n"
   "   add $4, %rdi\n"
   "   dec %rsi\n"
   "   jmp *%rdx\n"
   "   .size first_and_rest, . - first_and_rest\n"
);
