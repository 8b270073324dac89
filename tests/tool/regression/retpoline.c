/* Indirect jumps and returns by thunks, against branch speculation: sizes and
   calls are those of the plain program.

   engines: fast check
   compiler: gcc
   flags: -mindirect-branch=thunk -mfunction-return=thunk

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

typedef long (*function)(const int *, long);

ROUTINE long sum(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long last(const int *a, long n)
{
   return a[n - 1];
}

ROUTINE long caller(function f, const int *a, long n)
{
   return f(a, n) + f(a, n);
}

ROUTINE long recursive(const int *a, long n)
{
   return n == 0 ? 0 : a[0] + recursive(a + 1, n - 1);
}

int main(void)
{
   static int a[100];
   long s = 0;

   for (int i = 0; i < 100; i++)
      a[i] = 1;
   for (int i = 0; i < 5; i++)
      s += caller(sum, a, 50) + caller(last, a, 50);
   must(s == 510, "sum");
   must(recursive(a, 10) == 10, "recursive");
   return 0;
}
