/* Routines in assembler whose symbols have no type or no size.  They have their
   names, in the program and with --include; labels in them are no routines.

   engines: fast check
   flags: -Wa,--keep-locals
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

/* sum_typed: a type, no size.  sum_global: neither; other files know it, so
   jumps to it are tail calls.  sum_local: a call is what shows that it is a
   routine.  Names that are made for tools stand beside it. */
__asm__(".text\n"
        ".type sum_typed, @function\n"
        "sum_typed:\n"
        "   xorl %eax, %eax\n"
        "typed_again:\n"
        "   addl (%rdi), %eax\n"
        "   addq $4, %rdi\n"
        "   decl %esi\n"
        "   jne typed_again\n"
        "   ret\n"
        ".globl sum_global\n"
        "sum_global:\n"
        "   xorl %eax, %eax\n"
        ".Lglobal_again:\n"
        "   addl (%rdi), %eax\n"
        "   addq $4, %rdi\n"
        "   decl %esi\n"
        "   jne .Lglobal_again\n"
        "   ret\n"
        ".place_of_a_tool:\n"
        "$x:\n"
        "sum_local:\n"
        "   xorl %eax, %eax\n"
        "local_again:\n"
        "   addl (%rdi), %eax\n"
        "   addq $4, %rdi\n"
        "   decl %esi\n"
        "   jne local_again\n"
        "   ret\n"
        /* The labels of its own that it calls have no name. */
        "$d:\n"
        "   movl (%rdi), %eax\n"
        "   ret\n"
        ".globl calls\n"
        ".type calls, @function\n"
        "calls:\n"
        "   movl $2, %esi\n"
        "   call sum_typed\n"
        "   subq $8, %rdi\n"
        "   movl $3, %esi\n"
        "   call sum_local\n"
        "   subq $12, %rdi\n"
        "   call ($d)\n"
        "   movl $4, %esi\n"
        "   jmp sum_global\n"
        ".size calls, . - calls\n");

int calls(int *cells);
int sum_global(int *cells, int n);

static int cells[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

int main(void)
{
   must(calls(cells) == 10, "calls");
   must(sum_global(cells, 6) == 21, "sum_global");
   return 0;
}
