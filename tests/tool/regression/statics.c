/* Two static functions of one name in two files are two routines.

   engines: fast check
   also: statics_other.c

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

long other_work(const int *a, int n);

static ROUTINE long work(const int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

int main(void)
{
   static int a[20];

   for (int i = 0; i < 20; i++)
      a[i] = 1;
   return work(a, 10) + work(a, 11) + other_work(a, 20) == 41 ? 0 : 1;
}
