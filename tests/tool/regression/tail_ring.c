/* Tail calls in a row: a ring of routines is passed several times, so that
   each goes on in the chain; from there a call enters the ring anew, above a
   pending one; and longjmp leaves all of it.  Without windows the short ways
   for these are not taken, and the result is the same.

   engines: fast check
   flags: -foptimize-sibling-calls
   same: --shadow=tables
   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#include <setjmp.h>

static jmp_buf back;
static int cells[64];
static volatile int all;

static long one(long n, long depth);
static long three(long n, long depth);

/* A call of its own, with a return, while the ring is pending. */
ROUTINE long call_again(long n, long depth)
{
   long sum = one(n, depth);

   all += sum;
   return sum + cells[depth];
}

ROUTINE long four(long n, long depth)
{
   if (n == 0) {
      if (depth == 9)
         longjmp(back, 1);
      return cells[n];
   }
   return one(n - 1, depth);
}

ROUTINE long three(long n, long depth)
{
   if (n == 5 && depth > 0 && depth < 9)
      return call_again(3, depth - 1);
   return four(n, depth);
}

ROUTINE long two(long n, long depth)
{
   all += cells[n + 10];
   return three(n, depth);
}

ROUTINE long one(long n, long depth)
{
   return two(n, depth);
}

int main(void)
{
   long sum = 0;

   for (int i = 0; i < 7; i++)
      sum += one(i, 3);
   if (setjmp(back) == 0)
      sum += call_again(4, 9);
   return sum != 0;
}
