/* Calls of a library's function through stubs: neither the stub nor the
   dynamic linker's lazy binding has accesses or cost, so the first call is
   like any other.  main() calls the function by its name, unless the program
   has defined another way, THIRD_CALL.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

long library_sum(const int *a, int n);
long library_other(const int *a, int n);

#ifndef THIRD_CALL
#define THIRD_CALL library_sum
#endif

ROUTINE long caller(const int *a, int n)
{
   return library_sum(a, n);
}

/* The stub is first used from here, through a jump at -O2. */
ROUTINE long other_caller(const int *a, int n)
{
   return library_other(a, n);
}

int main(void)
{
   static int a[100];
   long s = 0;

   for (int i = 0; i < 100; i++)
      a[i] = 1;
   for (int i = 0; i < 3; i++)
      s += caller(a, 50) + other_caller(a, 60);
   s += THIRD_CALL(a, 50);
   return s == 380 ? 0 : 1;
}
