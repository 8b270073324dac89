/* A wrapper that the program has for a routine switches to another stack and
   back, so that a second thread of control begins, and then calls the routine:
   once.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#include <valgrind/valgrind.h>

enum { CALLS = 5, SWITCHES = 4, STACK = 1 << 16 };

static volatile int calls, wrapped, cells[3];
static char stack[STACK] __attribute__((aligned(16)));

ROUTINE int work(int n)
{
   cells[0] = cells[1] = cells[2] = n;
   calls++;
   return n + 1;
}

/* Calls function(n) by the call that Valgrind does not redirect, but switches
   to `other` and back before, if that is not NULL.  No superblock writes more
   than once. */
int call_original(void *function, int n, void *other);

__asm__(
   "   .text\n"
   "   .globl call_original\n"
   "   .type call_original, @function\n"
   "call_original:\n"
   "   push %rbx\n"
   "   mov %rdi, %rax\n"
   "   mov %esi, %edi\n"
   "   test %rdx, %rdx\n"
   "   jz 1f\n"
   "   mov %rsp, %rcx\n"
   "   mov %rdx, %rsp\n"
   "   jmp 2f\n"
   "2: mov %rcx, %rsp\n"
   "   jmp 1f\n"
   "1: rol $3, %rdi; rol $13, %rdi; rol $61, %rdi; rol $51, %rdi\n"
   "   xchg %rdx, %rdx\n"
   "   pop %rbx\n"
   "   ret\n"
   "   .size call_original, . - call_original\n"
);

int I_WRAP_SONAME_FNNAME_ZU(NONE, work)(int n);

int I_WRAP_SONAME_FNNAME_ZU(NONE, work)(int n)
{
   OrigFn original;

   VALGRIND_GET_ORIG_FN(original);
   must(++wrapped <= CALLS, "wrapped again");
   return call_original((void *)original.nraddr, n,
                        n == SWITCHES ? stack + STACK - 64 : NULL);
}

int main(void)
{
   for (int i = 1; i <= CALLS; i++)
      work(i);
   must(calls == CALLS, "calls");
   return wrapped == (RUNNING_ON_VALGRIND ? CALLS : 0) ? 0 : 98;
}
