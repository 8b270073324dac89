/* One of the libraries that dlopen.c loads.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

ROUTINE long second(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += 2 * a[i];
   return s;
}
