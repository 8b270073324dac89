/* setjmp and longjmp whose accesses are known: both access a buffer of eight
   words, 16 cells; own_setjmp also loads its return address, 2 cells.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef JUMPS_H
#define JUMPS_H

long own_setjmp(long *buffer) __attribute__((returns_twice));
void own_longjmp(long *buffer) __attribute__((noreturn));

__asm__(
   "   .text\n"
   "   .globl own_setjmp\n"
   "   .type own_setjmp, @function\n"
   "own_setjmp:\n"
   "   mov %rbx, (%rdi)\n"
   "   mov %rbp, 8(%rdi)\n"
   "   lea 8(%rsp), %rax\n"
   "   mov %rax, 16(%rdi)\n"
   "   mov (%rsp), %rax\n"              /* 2 cells: an explicit load */
   "   mov %rax, 24(%rdi)\n"
   "   mov %r12, 32(%rdi)\n"
   "   mov %r13, 40(%rdi)\n"
   "   mov %r14, 48(%rdi)\n"
   "   mov %r15, 56(%rdi)\n"
   "   xor %eax, %eax\n"
   "   ret\n"
   "   .size own_setjmp, . - own_setjmp\n"
   "   .globl own_longjmp\n"
   "   .type own_longjmp, @function\n"
   "own_longjmp:\n"
   "   mov (%rdi), %rbx\n"
   "   mov 8(%rdi), %rbp\n"
   "   mov 32(%rdi), %r12\n"
   "   mov 40(%rdi), %r13\n"
   "   mov 48(%rdi), %r14\n"
   "   mov 56(%rdi), %r15\n"
   "   mov 24(%rdi), %rdx\n"
   "   mov $1, %eax\n"
   "   mov 16(%rdi), %rsp\n"
   "   jmp *%rdx\n"
   "   .size own_longjmp, . - own_longjmp\n"
);

#endif
