/* The sum of n ints reads n cells: the return address, saved registers and the
   way into the routine are not input.

   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long sum(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Reads every cell twice: the second time is no input. */
ROUTINE long twice(const int *a, int n)
{
   return sum(a, n) + sum(a, n);
}

/* Reads a part of a cell, then the rest of it. */
ROUTINE long bytes(const char *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

int main(void)
{
   static int a[1000];
   long s = 0;

   for (int i = 0; i < 1000; i++)
      a[i] = i;
   s += sum(a, 10) + sum(a, 100) + sum(a, 1000);
   s += twice(a, 50);
   s += sum(a, 0);
   s += bytes((const char *)a, 64);
   return s == 45 + 4950 + 499500 + 2 * 1225 + 120 ? 0 : 1;
}
