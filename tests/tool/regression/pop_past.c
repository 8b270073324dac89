/* A load of the stack pointer, and pops behind it that go past the end of an
   activation's frame, as in an unwinder: the activation ends with the pop that
   takes its return address, and the next pop is its caller's.

   engines: fast check
   compiler: gcc
   same: --shadow=tables

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[50];

READER_OF(leaf, cells)

/* Goes on behind the call of a routine, at whose return address `sp` points, and
   pops the word above it. */
void escape(void *sp) __attribute__((noreturn));
/* Pushes a word, and calls callee, which calls inner with its own first stack
   pointer. */
void caller(int n);
void callee(int n);

__asm__(
   "   .text\n"
   "   .type escape, @function\n"
   "escape:\n"
   "   mov %rdi, %rsp\n"
   "   pop %rax\n"
   "   pop %rbx\n"
   "   jmp *%rax\n"
   "   .size escape, . - escape\n"

   "   .type caller, @function\n"
   "caller:\n"
   "   push %rbx\n"
   "   call callee\n"
   "   ret\n"
   "   .size caller, . - caller\n"

   "   .type callee, @function\n"
   "callee:\n"
   "   mov %rsp, %rsi\n"
   "   sub $8, %rsp\n"
   "   call inner\n"
   "   ud2\n"
   "   .size callee, . - callee\n"
);

__attribute__((used)) ROUTINE void inner(int n, void *sp)
{
   leaf(n);
   escape(sp);
}

int main(void)
{
   for (int n = 10; n < 14; n++)
      caller(n);
   return 0;
}
