/* The parts into which a compiler splits a routine are no routines: a jump
   into f.cold and back is no call.  Names and layout are as gcc makes them, in
   code that no compiler changes.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

/* Reads 3 cells; if `rare`, then 5 more in its cold part. */
long split(const int *a, long rare);
/* The same, but the routine returns from its cold part. */
long split_end(const int *a, long rare);
/* The same with numbered parts. */
long split_part(const int *a, long rare);

__asm__(
   "   .text\n"
   "   .globl split\n"
   "   .type split, @function\n"
   "split:\n"
   "   mov (%rdi), %eax\n"
   "   add 4(%rdi), %eax\n"
   "   test %rsi, %rsi\n"
   "   jnz split.cold\n"
   "1: add 8(%rdi), %eax\n"
   "   ret\n"
   "   .size split, . - split\n"
   "   .section .text.unlikely, \"ax\", @progbits\n"
   "   .type split.cold, @function\n"
   "split.cold:\n"
   "   add 12(%rdi), %eax\n"
   "   add 16(%rdi), %eax\n"
   "   add 20(%rdi), %eax\n"
   "   add 24(%rdi), %eax\n"
   "   add 28(%rdi), %eax\n"
   "   jmp 1b\n"
   "   .size split.cold, . - split.cold\n"

   "   .text\n"
   "   .globl split_end\n"
   "   .type split_end, @function\n"
   "split_end:\n"
   "   mov (%rdi), %eax\n"
   "   add 4(%rdi), %eax\n"
   "   test %rsi, %rsi\n"
   "   jnz split_end.cold.2\n"
   "   add 8(%rdi), %eax\n"
   "   ret\n"
   "   .size split_end, . - split_end\n"
   "   .section .text.unlikely, \"ax\", @progbits\n"
   "   .type split_end.cold.2, @function\n"
   "split_end.cold.2:\n"
   "   add 8(%rdi), %eax\n"
   "   add 12(%rdi), %eax\n"
   "   add 16(%rdi), %eax\n"
   "   ret\n"
   "   .size split_end.cold.2, . - split_end.cold.2\n"

   "   .text\n"
   "   .type split_part.part.0, @function\n"
   "split_part.part.0:\n"
   "   add 12(%rdi), %eax\n"
   "   add 16(%rdi), %eax\n"
   "   ret\n"
   "   .size split_part.part.0, . - split_part.part.0\n"
   "   .globl split_part\n"
   "   .type split_part, @function\n"
   "split_part:\n"
   "   mov (%rdi), %eax\n"
   "   test %rsi, %rsi\n"
   "   jnz split_part.part.0\n"
   "   ret\n"
   "   .size split_part, . - split_part\n"
);

int main(void)
{
   static int a[8];

   for (int i = 0; i < 8; i++)
      a[i] = 1;
   must(split(a, 0) == 3, "split");
   must(split(a, 1) == 8, "split");
   must(split_end(a, 0) == 3, "split_end");
   must(split_end(a, 1) == 5, "split_end");
   must(split_part(a, 0) == 1, "split_part");
   must(split_part(a, 1) == 3, "split_part");
   return 0;
}
