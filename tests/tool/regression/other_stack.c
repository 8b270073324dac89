/* A routine calls another one on a stack that it has made, and goes on
   afterwards: the routine, its callers and the routines after it are measured
   as if the call were a usual one.  What runs on the other stack belongs to a
   context.

   engines: fast check
   same: --timestamp-limit=300
   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static char stack[65536] __attribute__((aligned(16)));
static volatile int a[40], result;

ROUTINE int sum(void)
{
   int s = 0;

   for (int i = 0; i < 10; i++)
      s += a[i];
   return s;
}

ROUTINE void work(void)
{
   result = sum();
}

/* One cell before the call, two afterwards. */
ROUTINE int over_there(const volatile int *b)
{
   int first = b[0];

   __asm__ volatile("mov %%rsp, %%rbx\n\t"
                    "mov %0, %%rsp\n\t"
                    "call work\n\t"
                    "mov %%rbx, %%rsp"
                    : : "r"(stack + sizeof stack)
                    : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
                      "r10", "r11", "memory", "cc");
   return first + b[1] + b[2];
}

ROUTINE int after(const volatile int *b)
{
   return b[0] + b[3];
}

ROUTINE int outer(void)
{
   int there = over_there(a);

   return there + after(a);
}

int main(void)
{
   for (int i = 0; i < 40; i++)
      a[i] = 1;
   for (int i = 0; i < 5; i++)
      must(outer() == 5 && result == 10, "sums");
   return 0;
}
