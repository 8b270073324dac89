/* One of the libraries that call_places_loaded.c loads.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#line 100
ROUTINE long inner_first(const int *a, long n)
{
   return a[n];
}

ROUTINE long first(const int *a, long (*f)(const int *, long))
{
   long s = inner_first(a, 3);   /* 107 */

   return s + f(a, 5);   /* 109 */
}
