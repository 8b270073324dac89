/* A routine without a symbol ends with a jump through a pointer, as a stub
   does, but has other instructions before the jump: it is no stub, and the
   pointer is input.

   engines: fast check
   strip: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

extern const char __executable_start[];

/* Reads three cells and the pointer, and jumps to code that reads one more. */
long jumps(const int *a);

__asm__(
   "   .text\n"
   "   .balign 16\n"
   "   .globl jumps\n"
   "   .type jumps, @function\n"
   "jumps:\n"
   "   mov (%rdi), %eax\n"
   "   add 4(%rdi), %eax\n"
   "   add 8(%rdi), %eax\n"
   "   nop\n"
   "   jmp *place(%rip)\n"          /* nine bytes behind an entry's beginning */
   "   .size jumps, . - jumps\n"
   "   .type lands, @function\n"
   "lands:\n"
   "   add 12(%rdi), %eax\n"
   "   ret\n"
   "   .size lands, . - lands\n"
   "   .data\n"
   "   .balign 8\n"
   "place:\n"
   "   .quad lands\n"
   "   .text\n"
);

int main(void)
{
   static int a[4];

   printf("name jumps 0x%lx\n", (long)jumps - (long)__executable_start);
   return jumps(a);
}
