/* Recursive activations are activations like any other: of n+1 nested
   activations each has the size of what is left.  A routine's total counts the
   outermost ones only.

   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long sum_left(const int *a, int n)
{
   return n == 0 ? 0 : a[0] + sum_left(a + 1, n - 1);
}

ROUTINE long sum_odd(const int *a, int n);

ROUTINE long sum_even(const int *a, int n)
{
   return n == 0 ? 0 : a[0] + sum_odd(a + 1, n - 1);
}

ROUTINE long sum_odd(const int *a, int n)
{
   return n == 0 ? 0 : a[0] + sum_even(a + 1, n - 1);
}

/* Its two halves; leaves have one element. */
ROUTINE long halves(const int *a, int n)
{
   return n == 1 ? a[0] : halves(a, n / 2) + halves(a + n / 2, n - n / 2);
}

/* Reads the same cell at every level: it is input of each activation. */
ROUTINE int same_cell(const volatile int *a, int n)
{
   return *a + (n == 0 ? 0 : same_cell(a, n - 1));
}

int main(void)
{
   static int a[200];

   for (int i = 0; i < 200; i++)
      a[i] = i;
   must(sum_left(a, 10) == 45, "total");
   must(sum_even(a, 9) == 36, "total");
   must(halves(a, 64) == 2016, "halves");
   must(same_cell(a, 20) == 0, "same cell");
   return 0;
}
