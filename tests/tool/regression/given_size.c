/* Sizes that the program gives, or an argument.

   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "aprof.h"

#include <setjmp.h>

static volatile int cells[200];
static jmp_buf back;

READER_OF(leaf, cells)

/* Its input is a number. */
ROUTINE long fib(int n)
{
   return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

ROUTINE long second(const volatile int *p, long n)
{
   return p[0] + n;
}

ROUTINE long given(long n)
{
   long sum = leaf(5);

   APROF_SIZE(1);
   sum += leaf(6);
   APROF_SIZE(n);
   return sum + leaf(7);
}

ROUTINE void jumps(int n)
{
   APROF_SIZE(n);
   if (n == 3)
      longjmp(back, 1);
   given(n + 100);
   jumps(n - 1);
}

ROUTINE void region(int n)
{
   APROF_REGION_BEGIN("part");
   APROF_SIZE(10 * n);
   leaf(n);
   APROF_REGION_END("part");
}

static long (*volatile by_pointer)(const volatile int *, long) = second;

int main(void)
{
   fib(8);
   second(cells, 77);
   second(cells, 78);
   second(cells, -1);
   for (int i = 0; i < 3; i++)
      by_pointer(cells, 90 + i);
   given(1000);
   given(0);
   if (setjmp(back) == 0)
      jumps(6);
   region(4);
   region(5);
   leaf(9);
   return 0;
}
