/* More activations than are observed: what their arguments explain is kept when
   the last one that is observed has returned.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { OBSERVED = 512 };

static volatile long sum;

/* The values of the second argument are in no order. */
ROUTINE long rises(long n, long other)
{
   for (long i = 0; i < n; i++)
      sum = other;
   return 0;
}

ROUTINE long again(long n)
{
   return rises(n, 0);
}

int main(void)
{
   for (long i = 0; i < OBSERVED; i++)
      rises(700001 + i % 8 - 700000, i * 7 % 5 + 700000);
   /* These are not observed. */
   for (long i = 0; i < 100; i++)
      rises(20 + i, 700100);
   for (long i = 0; i < OBSERVED - 1; i++)
      again(1 + i % 8);
   return 0;
}
