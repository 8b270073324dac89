/* A routine runs into the next one, within one superblock: cells that the
   first one has read are new to the second one; cells that it has written are
   new to the caller of the first one only.

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
