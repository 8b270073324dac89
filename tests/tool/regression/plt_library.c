/* The library of the plt programs. library_other calls library_sum through the
   library's own stub.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long library_sum(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long library_other(const int *a, int n)
{
   return library_sum(a, n);
}
