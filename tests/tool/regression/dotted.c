/* Names of routines in which a dot stands before a word that the compiler also
   uses for parts of routines, as between the modules and the functions of
   OCaml: tail calls enter these routines.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

/* Reads one cell, and ends with a jump to the next routine, which reads two
   cells, and so on up to three. */
long begin(const int *a);

__asm__(
   "   .text\n"
   "   .globl begin\n"
   "   .type begin, @function\n"
   "begin:\n"
   "   mov (%rdi), %eax\n"
   "   jmp Module.coldstart\n"
   "   .size begin, . - begin\n"
   "   .type Module.coldstart, @function\n"
   "Module.coldstart:\n"
   "   add 4(%rdi), %eax\n"
   "   add 8(%rdi), %eax\n"
   "   jmp Module.part.of\n"
   "   .size Module.coldstart, . - Module.coldstart\n"
   "   .type Module.part.of, @function\n"
   "Module.part.of:\n"
   "   add 12(%rdi), %eax\n"
   "   add 16(%rdi), %eax\n"
   "   add 20(%rdi), %eax\n"
   "   ret\n"
   "   .size Module.part.of, . - Module.part.of\n"
);

int main(void)
{
   static int a[6];

   return begin(a);
}
