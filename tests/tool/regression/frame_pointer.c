/* Code with frame pointers gives up its frame by `leave`, which loads the
   stack pointer; the return behind it belongs to the same superblock.  And a
   stack pointer that is saved, loaded with another stack's, and loaded again
   within one superblock is back on its own stack.

   engines: fast check
   flags: -fno-omit-frame-pointer
   same: --timestamp-limit=300
   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

/* Its array makes it end with `leave`. */
ROUTINE int sum(const volatile int *a, int n)
{
   volatile int part[4] = { 0, 0, 0, 0 };

   for (int i = 0; i < n; i++)
      part[i % 4] += a[i];
   return part[0] + part[1] + part[2] + part[3];
}

ROUTINE int sums(const volatile int *a, int n)
{
   volatile int part[4];

   part[0] = sum(a, n);
   part[1] = sum(a, n + 1);
   return part[0] + part[1];
}

static char stack[4096] __attribute__((aligned(16)));

/* One cell before and one cell after a visit to the other stack. */
ROUTINE int visit(const volatile int *a)
{
   int first = a[0];

   __asm__ volatile("mov %%rsp, %%rax\n\t"
                    "mov %0, %%rsp\n\t"
                    "push %%rax\n\t"
                    "mov %%rax, %%rsp"
                    : : "r"(stack + sizeof stack) : "rax", "memory");
   return first + a[1];
}

int main(void)
{
   static volatile int a[40];

   for (int i = 0; i < 40; i++)
      a[i] = 1;
   for (int n = 1; n <= 20; n++)
      must(sums(a, n) == 2 * n + 1, "sums");
   for (int i = 0; i < 5; i++)
      must(visit(a) == 2 && sum(a, 30) == 30, "visit");
   return 0;
}
