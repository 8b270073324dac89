/* Sibling calls: a jump to the entry of another routine enters that routine as
   a callee of the routine that has jumped, and both end at the return.  A
   chain holds each routine once: a jump to a routine that is in the chain
   already ends the routines above it.

   engines: fast check
   compiler: gcc
   flags: -O2
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long sum(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Jumps to sum. */
ROUTINE long wrapper(const int *a, long n)
{
   return sum(a + 1, n - 1);
}

/* Reads one cell, jumps to wrapper. */
ROUTINE long outer_wrapper(const int *a, long n)
{
   return wrapper(a + 1, n - a[0]);
}

ROUTINE long chain_b(const int *a, long n, long s);
ROUTINE long chain_c(const int *a, long n, long s);

/* Three routines in a ring: each reads one cell and jumps to the next. */
ROUTINE long chain_a(const int *a, long n, long s)
{
   return n == 0 ? s : chain_b(a + 1, n - 1, s + a[0]);
}

ROUTINE long chain_b(const int *a, long n, long s)
{
   return n == 0 ? s : chain_c(a + 1, n - 1, s + a[0]);
}

ROUTINE long chain_c(const int *a, long n, long s)
{
   return n == 0 ? s : chain_a(a + 1, n - 1, s + a[0]);
}

/* Calls a chain by a call, so that a second chain is above the first. */
ROUTINE long nested_b(const int *a, long n);

ROUTINE long nested_a(const int *a, long n)
{
   return n == 0 ? 0 : nested_b(a, n);
}

ROUTINE long nested_b(const int *a, long n)
{
   return a[0] + nested_a(a + 1, n - 1);
}

/* After all of it, the stack is as before. */
ROUTINE long after(const int *a)
{
   return a[0];
}

ROUTINE long everything(const int *a, long n)
{
   long s = chain_a(a, n, 0);

   return s + after(a) + after(a) + after(a);
}

int main(void)
{
   static int a[30000];

   for (int i = 0; i < 30000; i++)
      a[i] = 1;
   must(sum(a, 3) == 3, "sum");
   must(wrapper(a, 11) == 10, "wrapper");
   must(outer_wrapper(a, 22) == 20, "outer wrapper");
   must(chain_a(a, 9, 0) == 9, "chain");
   must(nested_a(a, 5) == 5, "nested");
   must(everything(a, 30000) == 30003, "everything");
   return 0;
}
