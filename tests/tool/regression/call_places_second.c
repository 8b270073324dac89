/* One of the libraries that call_places_loaded.c loads.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#line 200
ROUTINE long inner_second(const int *a, long n)
{
   return a[n];
}

ROUTINE long second(const int *a, long (*f)(const int *, long))
{
   long s = inner_second(a, 3);   /* 207 */

   return s + f(a, 5);   /* 209 */
}
