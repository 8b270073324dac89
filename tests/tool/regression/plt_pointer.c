/* A function that is called, and whose address is taken, too: its stub is in
   .plt.got.

   engines: fast check
   library: plt_library.c
   flags: -Wl,-z,lazy -fPIE -pie
   expectations: plt_lazy

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

long library_sum(const int *a, int n);
long library_other(const int *a, int n);

long (*volatile pointer)(const int *, int) = library_sum;

ROUTINE long caller(const int *a, int n)
{
   return library_sum(a, n);
}

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
   s += pointer(a, 50);
   return s == 380 ? 0 : 1;
}
