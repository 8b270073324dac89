/* The other half of statics.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static ROUTINE long work(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

long other_work(const int *a, int n)
{
   return work(a, n);
}
