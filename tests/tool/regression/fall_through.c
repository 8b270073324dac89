/* A routine that runs into the next one, within one superblock: what the first
   has read is new to the second, and so is what it has written to the first's
   caller only.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

__asm__(".text\n"
        ".globl first\n"
        ".type first, @function\n"
        "first:\n"
        "   movl (%rdi), %eax\n"
        "   movl %eax, 4(%rdi)\n"
        ".size first, . - first\n"
        ".globl second\n"
        ".type second, @function\n"
        "second:\n"
        "   movl (%rdi), %eax\n"
        "   addl 4(%rdi), %eax\n"
        "   addl 8(%rdi), %eax\n"
        "   ret\n"
        ".size second, . - second\n");

int first(int *cells);
int second(int *cells);

static int cells[3] = { 1, 2, 3 };

int main(void)
{
   must(first(cells) == 5, "first");
   must(second(cells) == 5, "second");
   return 0;
}
